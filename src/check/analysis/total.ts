import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import { children } from '../../expression/visit.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { constantsOf } from './constant-conditions.ts';
import { filledInStates } from './entering.ts';
import { factsOf, type KnownFact } from './knowing.ts';
import { amount, parts } from './logic.ts';
import { readField } from './nodes.ts';

const operators = new Set(['+', '-', '*', '<', '<=', '>', '>=', 'in']);
const divisions = new Set(['/', '%']);
const functions = new Set([
  ...['size', 'sum', 'trim', 'lower', 'upper', 'slugify', 'contains', 'startsWith', 'endsWith'],
  ...['days', 'hours', 'minutes', 'distinct', 'sort', 'round', 'months', 'number', 'string', 'datetime', 'startOfMonth'],
]);
const partsOfMoments = ['FullYear', 'Month', 'Date', 'DayOfMonth', 'DayOfWeek', 'DayOfYear', 'Hours', 'Minutes', 'Seconds'];
/** Those with a value for a single argument: a time zone may be unknown. */
const functionsOfOne = new Set(partsOfMoments.map((part) => `get${part}`));
/** Those with a value for several arguments: an empty list has no smallest element. */
const functionsOfSeveral = new Set(['min', 'max']);

/**
 * Whether an expression has a value, and not null, for every record. Conservative: false if unsure.
 * `known`: what is certain where it is evaluated.
 */
export type AlwaysHasValue = (node: Node, known?: readonly KnownFact[]) => boolean;

/**
 * A computed field is nullable by type even if its expression always has a value, so the expression
 * decides. For `ModelFacts.once`: each of them is judged once.
 */
export function alwaysHasValueIn(model: Model): AlwaysHasValue {
  const constants = constantsOf(model);
  // Read here, so that each rule that uses this counts as a reader of the entities.
  const { entities, machines } = model;
  const computed = new Map<string, boolean>();

  /** Whether the computed field always has a value; null: the field is not computed. */
  const isComputedAlways = (entity: string, field: string): boolean | null => {
    const how = fieldOf({ entities }, entity, field)?.computed ?? null;
    if (how === null) return null;
    const key = `${entity}.${field}`;
    const found = computed.get(key);
    if (found !== undefined) return found;
    // A field computed from itself has no value.
    computed.set(key, false);
    const result = how.node !== null && how.problems.length === 0 && hasValue(how.node, []);
    computed.set(key, result);
    return result;
  };

  /** Whether the value of a name or of a selection that can be evaluated is not null. */
  const isFilled = (node: Node & { kind: 'name' | 'select' }, known: readonly KnownFact[]): boolean => {
    if (node.type.kind === 'any' || node.type.kind === 'null') return false;
    const term = print(node);
    if (node.type.nullable !== true || known.some((fact) => fact.notNull && fact.term === term)) return true;
    const of = readField(node);
    return of !== null && (isComputedAlways(of.entity, of.field) === true || isFilledInState(of, term, known));
  };

  /** Whether the record is known to be in states that are entered only with the field filled in. */
  const isFilledInState = (of: { readonly entity: string; readonly field: string }, term: string, known: readonly KnownFact[]): boolean =>
    machines.some((machine) => {
      const state = machine.entity === of.entity ? `${term.slice(0, -of.field.length)}${machine.field}` : null;
      return known.some((fact) => fact.term === state && fact.texts !== undefined && filledInStates(machine, fact.texts).has(of.field));
    });

  /** Whether evaluating it never fails; it may give null. */
  const isEvaluated = (node: Node, known: readonly KnownFact[]): boolean => {
    if (node.kind === 'literal') return true;
    if (node.kind === 'name') return node.resolution.kind !== 'unknown' && node.type.kind !== 'any';
    if (node.kind === 'select') return node.type.kind !== 'any' && hasValue(node.operand, known);
    return hasValue(node, known);
  };

  /**
   * Whether all parts of a condition have a value, each where those before do not decide. Their
   * order does not matter in CEL, so questions for null come first.
   */
  const isDecided = (node: Node & { kind: 'binary'; operator: '&&' | '||' }, known: readonly KnownFact[]): boolean => {
    const facts = [...known];
    const all = parts(node, node.operator);
    return [...all.filter(asksForNull), ...all.filter((part) => !asksForNull(part))].every((part) => {
      if (!hasValue(part, facts)) return false;
      facts.push(...factsOf(part, node.operator === '&&', constants));
      return true;
    });
  };

  /** Whether the divisor is a number other than 0, by itself or by what is known. */
  const isNotZero = (divisor: Node, known: readonly KnownFact[]): boolean =>
    (amount(divisor, constants) ?? 0) !== 0 || known.some((fact) => fact.notZero && fact.term === print(divisor));

  const isTotal = (name: string, count: number): boolean =>
    functions.has(name) || (count === 1 && functionsOfOne.has(name)) || (count > 1 && functionsOfSeveral.has(name));

  const hasValue = (node: Node, known: readonly KnownFact[]): boolean => {
    const every = (nodes: readonly Node[]): boolean => nodes.every((inner) => hasValue(inner, known));
    switch (node.kind) {
      case 'literal':
        return node.value !== null;
      case 'name':
        return isEvaluated(node, known) && isFilled(node, known);
      case 'select':
        return isEvaluated(node, known) && (node.test || isFilled(node, known));
      case 'unary':
        return hasValue(node.operand, known);
      case 'binary':
        if (node.operator === '&&' || node.operator === '||') return isDecided({ ...node, operator: node.operator }, known);
        // Null can be compared with anything.
        if (node.operator === '==' || node.operator === '!=') return isEvaluated(node.left, known) && isEvaluated(node.right, known);
        if (!operators.has(node.operator) && !(divisions.has(node.operator) && isNotZero(node.right, known))) return false;
        return every([node.left, node.right]) && ![node.left, node.right].some(isOfOwnCurrency);
      case 'conditional':
        return (
          hasValue(node.test, known) &&
          hasValue(node.then, [...known, ...factsOf(node.test, true, constants)]) &&
          hasValue(node.otherwise, [...known, ...factsOf(node.test, false, constants)])
        );
      case 'call':
        return isTotal(node.name, children(node).length) && every(children(node)) && !children(node).some(isOfOwnCurrency);
      case 'list':
        return every(node.items);
      case 'macro':
        // Records whose condition fails are left out, but every result of `map` needs a value.
        return hasValue(node.target, known) && (node.macro === 'map' ? hasValue(node.body, known) : isOfRecords(node.target));
      case 'index':
      case 'map':
        return false;
    }
  };
  return (node, known = []) => hasValue(node, known);
}

const asksForNull = (node: Node): boolean =>
  node.kind === 'binary' && [node.left, node.right].some((side) => side.kind === 'literal' && side.value === null);

/** Whether it is money of its own currency, or a list of it: that may have no sum and no order. */
const isOfOwnCurrency = ({ type }: Node): boolean =>
  (type.kind === 'money' && type.in !== undefined) || (type.kind === 'list' && type.of.kind === 'money' && type.of.in !== undefined);

const isOfRecords = ({ type }: Node): boolean => type.kind === 'list' && type.of.kind === 'record';
