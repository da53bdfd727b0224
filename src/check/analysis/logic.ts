import { own } from '../../base/own.ts';
import type { BinaryOperator, Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import type { Type } from '../../expression/types/type.ts';
import { isDecimal } from '../../expression/values/decimal.ts';
import { Duration, Money, type Value } from '../../expression/values/value.ts';

/** The value of a constant by name; undefined for a hole. */
export type Constants = (name: string) => Value | undefined;

/** A comparison of a term with a known value. */
export interface Atom {
  readonly node: Node;
  /** The term as written, with normalised spaces and brackets. */
  readonly term: string;
  readonly type: Type;
  readonly counts: boolean;
  readonly constraint: Constraint;
}

type Constraint =
  | { readonly kind: 'order'; readonly operator: '<' | '<=' | '>' | '>=' | '==' | '!='; readonly value: number }
  | { readonly kind: 'texts'; readonly values: readonly string[]; readonly are: boolean }
  | { readonly kind: 'null'; readonly is: boolean }
  /** Between two terms: the possible relations of the first by name to the second. */
  | { readonly kind: 'relation'; readonly ways: readonly Way[] };

type Way = '<' | '=' | '>';

/**
 * The comparison that a node expresses, or null for any other node. `negated`: returns the opposite
 * comparison.
 */
export function atomOf(node: Node, constants: Constants, negated = false): Atom | null {
  if (node.kind === 'unary' && node.operator === '!') return atomOf(node.operand, constants, !negated);
  if (node.kind !== 'binary') return null;
  const make = (subject: Node, constraint: Constraint): Atom => ({
    node,
    term: print(subject),
    type: subject.type,
    counts: subject.kind === 'call' && subject.name === 'size',
    constraint,
  });
  if (node.operator === 'in') {
    const values =
      node.right.kind === 'list'
        ? node.right.items.map((item) => (item.kind === 'literal' && typeof item.value === 'string' ? item.value : null))
        : [null];
    return values.every((value) => value !== null) && isTerm(node.left) ? make(node.left, { kind: 'texts', values, are: !negated }) : null;
  }
  const operator = negated ? opposite[node.operator] : node.operator;
  if (operator === undefined || !isComparison(operator)) return null;
  const [subject, other, seen] = isTerm(node.left) ? [node.left, node.right, operator] : [node.right, node.left, mirror[operator]];
  if (!isTerm(subject)) return null;
  if (other.kind === 'literal' && (typeof other.value === 'string' || other.value === null)) {
    if (seen !== '==' && seen !== '!=') return null;
    return make(
      subject,
      other.value === null ? { kind: 'null', is: seen === '==' } : { kind: 'texts', values: [other.value], are: seen === '==' },
    );
  }
  const value = amount(other, constants);
  if (value !== null) return make(subject, { kind: 'order', operator: seen, value });
  return isTerm(other) ? relationOf(node, subject, other, seen, negated) : null;
}

const waysOf: Readonly<Record<Comparison, readonly Way[]>> = {
  '<': ['<'],
  '<=': ['<', '='],
  '>': ['>'],
  '>=': ['>', '='],
  '==': ['='],
  '!=': ['<', '>'],
};

/** A comparison of two terms, normalised so that their order does not matter. */
function relationOf(node: Node, left: Node, right: Node, operator: Comparison, negated: boolean): Atom | null {
  const [first, second] = [print(left), print(right)];
  if (first === second) return null;
  const inOrder = first < second;
  return {
    node,
    term: inOrder ? `${first} ? ${second}` : `${second} ? ${first}`,
    // A comparison that cannot be evaluated is not true, and neither is its negation.
    type: { kind: 'boolean', nullable: negated && (left.type.nullable === true || right.type.nullable === true) },
    counts: false,
    constraint: { kind: 'relation', ways: waysOf[inOrder ? operator : mirror[operator]] },
  };
}

type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

const isComparison = (operator: BinaryOperator): operator is Comparison => ['<', '<=', '>', '>=', '==', '!='].includes(operator);

const opposite: Readonly<Partial<Record<BinaryOperator, Comparison>>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};
const mirror: Readonly<Record<Comparison, Comparison>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' };

/**
 * Whether the node has a single value throughout an evaluation: a field, a path from it, or its
 * size.
 */
function isTerm(node: Node): boolean {
  if (node.kind === 'name')
    return node.resolution.kind !== 'constant' && node.resolution.kind !== 'unknown' && node.resolution.kind !== 'entity';
  if (node.kind === 'select') return !node.test && isTerm(node.operand);
  return (
    node.kind === 'call' &&
    (node.name === 'size' || node.name === 'trim') &&
    [...(node.target === null ? [] : [node.target]), ...node.args].every(isTerm)
  );
}

/**
 * The numeric value of a literal or constant, in seconds for durations. Null if it is unknown or a
 * number cannot represent it exactly.
 */
export function amount(node: Node, constants: Constants): number | null {
  if (node.kind === 'literal') return numberOf(node.value);
  if (node.kind === 'name' && node.resolution.kind === 'constant') return numberOf(constants(node.name));
  const factor = node.kind === 'call' && node.target === null ? own(secondsPerUnit, node.name) : undefined;
  if (factor === undefined || node.kind !== 'call' || node.args[0]?.type.kind === 'duration') return null;
  const count = node.args.length === 1 && node.args[0] !== undefined ? amount(node.args[0], constants) : null;
  return count === null ? null : count * factor;
}

/** Functions that create a duration from a number, with their unit in seconds. */
export const secondsPerUnit: Readonly<Record<string, number>> = { days: 86_400, hours: 3600, minutes: 60 };

function numberOf(value: Value | undefined): number | null {
  if (typeof value === 'number') return value;
  if (isDecimal(value)) return Number(value.toString());
  if (value instanceof Money) return Number(value.amount.toString());
  return value instanceof Duration && value.nanos === 0 ? value.seconds : null;
}

/** The values still possible for one term. */
interface Domain {
  low: number;
  high: number;
  lowOpen: boolean;
  highOpen: boolean;
  readonly not: Set<number>;
  texts: ReadonlySet<string> | null;
  readonly notTexts: Set<string>;
  /** Possible relations of two terms; null for a single term. */
  ways: readonly Way[] | null;
  /**
   * Whether the term is null: `unasked` if its type rules that out, otherwise what the comparisons
   * so far imply. `both`: they contradict each other.
   */
  missing: 'unknown' | 'unasked' | 'yes' | 'no' | 'both';
}

/**
 * The first comparison that contradicts earlier ones, and the last earlier one about the same term;
 * null if there is no contradiction.
 */
export function contradiction(
  atoms: readonly Atom[],
  known: ReadonlyMap<string, readonly string[]> = new Map(),
): { readonly at: Atom; readonly before: Atom | null } | null {
  const domains = new Map<string, { readonly domain: Domain; last: Atom | null }>();
  for (const atom of atoms) {
    const entry = domains.get(atom.term) ?? { domain: whole(atom, known.get(atom.term)), last: null };
    domains.set(atom.term, entry);
    narrow(entry.domain, atom.constraint);
    if (isEmpty(entry.domain, atom)) return { at: atom, before: entry.last };
    entry.last = atom;
  }
  return null;
}

function whole({ type, counts }: Atom, known: readonly string[] | undefined): Domain {
  const values = known ?? ((type.kind === 'enum' || type.kind === 'state') && type.values.length > 0 ? type.values : null);
  return {
    low: counts ? 0 : Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
    lowOpen: false,
    highOpen: false,
    not: new Set(),
    texts: values === null ? null : new Set(values),
    notTexts: new Set(),
    ways: null,
    missing: known === undefined && (type.nullable === true || type.kind === 'any') ? 'unknown' : 'unasked',
  };
}

function setMissing(domain: Domain, is: boolean): void {
  const other = is ? 'no' : 'yes';
  domain.missing = domain.missing === other || domain.missing === 'both' ? 'both' : is ? 'yes' : 'no';
}

function narrow(domain: Domain, constraint: Constraint): void {
  if (constraint.kind === 'null') {
    setMissing(domain, constraint.is);
    return;
  }
  if (constraint.kind === 'texts') {
    if (constraint.are) {
      setMissing(domain, false);
      domain.texts = new Set(constraint.values.filter((value) => domain.texts === null || domain.texts.has(value)));
    } else for (const value of constraint.values) domain.notTexts.add(value);
    return;
  }
  if (constraint.kind === 'relation') {
    domain.ways = constraint.ways.filter((way) => domain.ways === null || domain.ways.includes(way));
    return;
  }
  const { operator, value } = constraint;
  if (operator !== '!=') setMissing(domain, false);
  if (operator === '!=') domain.not.add(value);
  if ((operator === '>' || operator === '>=' || operator === '==') && (value > domain.low || (value === domain.low && operator === '>'))) {
    domain.low = value;
    domain.lowOpen = operator === '>';
  }
  if (
    (operator === '<' || operator === '<=' || operator === '==') &&
    (value < domain.high || (value === domain.high && operator === '<'))
  ) {
    domain.high = value;
    domain.highOpen = operator === '<';
  }
}

function isEmpty(domain: Domain, { type, counts }: Atom): boolean {
  if (domain.missing === 'both') return true;
  if (domain.missing === 'yes' || domain.missing === 'unknown') return false;
  if (domain.ways !== null) return domain.ways.length === 0;
  if (domain.texts !== null && [...domain.texts].every((value) => domain.notTexts.has(value))) return true;
  let { low, high, lowOpen, highOpen } = domain;
  if (counts || type.kind === 'integer') {
    // For whole numbers, open bounds become closed ones.
    low = lowOpen ? Math.floor(low) + 1 : Math.ceil(low);
    high = highOpen ? Math.ceil(high) - 1 : Math.floor(high);
    lowOpen = false;
    highOpen = false;
  }
  return low > high || (low === high && (lowOpen || highOpen || domain.not.has(low)));
}

/**
 * Splits `a && b && c` (or a chain of `
 * `) into its operands.
 */
export function parts(node: Node, operator: '&&' | '||'): Node[] {
  const found: Node[] = [];
  const waiting = [node];
  while (waiting.length > 0) {
    const next = waiting.pop() as Node;
    if (next.kind === 'binary' && next.operator === operator) waiting.push(next.right, next.left);
    else found.push(next);
  }
  return found;
}

/**
 * A comparison of the same term with the value that it is known to equal, or null for a value of
 * another kind.
 */
export function equalTo(atom: Atom, value: Value): Atom | null {
  if (typeof value === 'string') return { ...atom, constraint: { kind: 'texts', values: [value], are: true } };
  const number = numberOf(value);
  return number === null ? null : { ...atom, constraint: { kind: 'order', operator: '==', value: number } };
}
