import { enumerate } from '../check/fixes.ts';
import type { Expression } from '../expression/expression.ts';
import type { BinaryOperator, Node } from '../expression/node.ts';
import { print } from '../expression/parse/print.ts';
import { withArticle } from '../expression/types/type-words.ts';
import type { Invariant } from '../model/ast/invariants.ts';
import type { Must, Rule } from '../model/ast/rules.ts';
import { type Machine, type Transition, type Trigger, triggerWords } from '../model/ast/states.ts';
import { capital, toWords } from '../model/reading/cell-forms.ts';

/**
 * Renders rows and expressions as English sentences for people who do not know the notation.
 * Constructs without a wording are shown as written.
 */

/** A condition or value in words: `dueOn < today` → “due on is before today”. */
export const expressionInWords = ({ node, source }: Expression): string =>
  node === null ? source.trim() : node.type.kind === 'boolean' ? condition(node) : inWords(node);

/** A rule of section 5 in words: “For every order: price is at least 0.” */
export function ruleInWords({ entity, on, must }: Rule): string {
  const when = on.map(({ operation, name }) =>
    operation === 'event' ? `at “${name.text}”` : operation === 'delete' ? 'when it is deleted' : `when it is ${operation}d`,
  );
  const clause = mustInWords(entity.text, must);
  return sentence(when.length === 0 ? clause : `${clause}; checked ${or(when)}`);
}

function mustInWords(entity: string, must: Must): string {
  const one = toWords(entity);
  const where = must.kind === 'unique' || must.kind === 'no-overlap' ? must.where : null;
  const among = where === null ? '' : `, among those for which ${expressionInWords(where)}`;
  switch (must.kind) {
    case 'holds':
      return `for every ${one}, ${expressionInWords(must.expression)}`;
    case 'unique':
      return `no two records of ${one} have the same ${enumerate(must.fields.map(({ text }) => toWords(text)))}${among}`;
    case 'no-overlap': {
      const per = must.per.length === 0 ? '' : ` with the same ${enumerate(must.per.map(({ text }) => toWords(text)))}`;
      return `no two records of ${one}${per} overlap between ${toWords(must.start.text)} and ${toWords(must.end.text)}${among}`;
    }
    case 'unknown':
      return `for every ${one}, ${must.text.trim() === '' ? 'not decided yet' : must.text}`;
  }
}

/** A row of section 5 about everything that can ever happen, in words. */
export function invariantInWords({ entity, must }: Invariant): string {
  const about = entity === null ? '' : `for every ${toWords(entity.text)}, `;
  if (must.kind === 'leads-to')
    return sentence(`${about}when ${expressionInWords(must.from)}, then in the end ${expressionInWords(must.to)}`);
  return sentence(`${about}it is ${must.kind} true that ${expressionInWords(must.expression)}`);
}

/** A row of section 4 in words: “An order that is open becomes ready by “finish”, if …”. */
export function transitionInWords({ entity, field }: Machine, row: Transition): string {
  const one = withArticle(toWords(entity));
  const { trigger, guard, to, roles, effect } = row;
  const from = field === '' ? '' : row.any ? ' in any state' : ` that is ${or(row.from.map(({ text }) => text))}`;
  const becomes =
    trigger.kind === 'delete' ? 'is deleted' : row.refuses ? 'stays as it is' : to === null ? 'keeps its state' : `becomes ${to.text}`;
  const how = (): string => {
    switch (trigger.kind) {
      case 'after':
        return `by itself, ${expressionInWords(trigger.duration)} later`;
      case 'at':
        return `by itself, at ${expressionInWords(trigger.moment)}`;
      case 'every':
        return `by itself, ${everyInWords(trigger)}`;
      case 'event':
        return `by “${trigger.name.text}”${inputsInWords(trigger.parameters.map(({ name }) => toWords(name.text)))}`;
      default:
        return trigger.kind === 'delete' ? '' : `by “${triggerWords(row)}”`;
    }
  };
  const who = roles.length === 0 ? '' : `, by people who are ${or(roles.map(({ text }) => text))}`;
  const condition = guard === null ? '' : `, if ${expressionInWords(guard)}`;
  const also = effect === null ? '' : '; its effect is done too';
  return sentence(`${one}${from} ${becomes} ${how()}${who}${condition}${also}`.replace(/\s+/g, ' '));
}

const or = (words: readonly string[]): string => enumerate(words, 'or');

const inputsInWords = (names: readonly string[]): string => (names.length === 0 ? '' : ` (asks for ${enumerate(names)})`);

const sentence = (words: string): string => `${capital(words.trim())}.`;

function everyInWords({ rhythm, on, at }: Extract<Trigger, { kind: 'every' }>): string {
  const day = /^(?:day|weekday|month)$/.test(rhythm) ? rhythm : capital(rhythm);
  const which = on === null ? '' : ` on its ${expressionInWords(on)}`;
  return `every ${day}${which}${at === null ? '' : ` at ${expressionInWords(at)}`}`;
}

const comparisons: Partial<Record<BinaryOperator, string>> = {
  '==': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
  in: 'is one of',
};
const moments: Partial<Record<BinaryOperator, string>> = {
  '<': 'is before',
  '<=': 'is not after',
  '>': 'is after',
  '>=': 'is not before',
};
const arithmetic: Partial<Record<BinaryOperator, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'divided by',
  '%': 'modulo',
};
const opposite = new Map<BinaryOperator, BinaryOperator>([
  ['==', '!='],
  ['!=', '=='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
]);

type Binary = Extract<Node, { kind: 'binary' }>;

function inWords(node: Node): string {
  switch (node.kind) {
    case 'literal':
      return literal(node);
    case 'name':
      return named(node);
    case 'select': {
      if (node.test) return `${inWords({ ...node, test: false })} is given`;
      const of = node.operand;
      if (of.kind === 'name' && of.name === 'self') return toWords(node.field);
      if (of.kind === 'name' && of.name === 'old') return `the former ${toWords(node.field)}`;
      return of.kind === 'name' || of.kind === 'select' ? `${inWords(of)}’s ${toWords(node.field)}` : print(node);
    }
    case 'unary':
      return node.operator === '!' ? not(node.operand) : `minus ${inWords(node.operand)}`;
    case 'binary':
      return binary(node);
    case 'conditional':
      return isTrue(node.otherwise)
        ? `if ${condition(node.test)}, then ${condition(node.then)}`
        : `${inWords(node.then)} if ${condition(node.test)}, otherwise ${inWords(node.otherwise)}`;
    case 'list':
      return or(node.items.map(inWords));
    case 'call':
      return called(node) ?? print(node);
    case 'macro': {
      const each = `${node.variable} of ${inWords(node.target)}`;
      if (node.macro === 'exists') return `for at least one ${each}, ${inWords(node.body)}`;
      if (node.macro === 'exists_one') return `for exactly one ${each}, ${inWords(node.body)}`;
      if (node.macro === 'all') return `for every ${each}, ${inWords(node.body)}`;
      return node.macro === 'filter' ? `every ${each} for which ${inWords(node.body)}` : print(node);
    }
    default:
      return print(node);
  }
}

function not(node: Node): string {
  if (node.kind === 'binary') {
    const operator = opposite.get(node.operator);
    if (operator !== undefined) return inWords({ ...node, operator });
  }
  return node.kind === 'name' || node.kind === 'select' ? `${inWords(node)} is no` : `not (${inWords(node)})`;
}

/** A condition on its own: a boolean field becomes “… is yes”. */
const condition = (node: Node): string =>
  node.kind === 'name' || (node.kind === 'select' && !node.test) ? `${inWords(node)} is yes` : inWords(node);

function binary(node: Binary): string {
  const { operator, left, right } = node;
  if (operator === '&&' || operator === '||') {
    const rest = beyondMissing(node);
    return rest === null ? `${side(left)} ${operator === '&&' ? 'and' : 'or'} ${side(right)}` : condition(rest);
  }
  const sign = arithmetic[operator];
  if (sign !== undefined) return ago(node) ?? `${operand(left)} ${sign} ${operand(right)}`;
  const empty = emptiness(node);
  if (empty !== null) return empty;
  if (isNull(right)) return `${inWords(left)} is ${operator === '==' ? 'missing' : 'given'}`;
  const isMoment = ['date', 'time', 'datetime'].includes(left.type.kind);
  return `${operand(left)} ${(isMoment ? moments[operator] : undefined) ?? comparisons[operator]} ${operand(right)}`;
}

/**
 * `due == null
 * due > today`, `due != null && due > today`: the condition on the value itself, without the test
 * for null.
 */
function beyondMissing({ operator, left, right }: Binary): Node | null {
  if (left.kind !== 'binary') return null;
  const asks = (node: Node): boolean => node.kind === 'binary' && node.operator === (operator === '||' ? '==' : '!=') && isNull(node.right);
  const chained = left.operator === operator && asks(left.right) && beyondMissing({ ...left, right }) !== null;
  const tested = chained ? left.right : left;
  return asks(tested) && tested.kind === 'binary' && mentions(right, print(tested.left)) ? right : null;
}
const mentions = (node: Node, term: string): boolean => print(node).includes(term);

/** Parenthesises operands joined by a different conjunction. */
const side = (node: Node): string =>
  node.kind === 'binary' && node.operator === '||' && beyondMissing(node) === null ? `(${inWords(node)})` : condition(node);
const operand = (node: Node): string =>
  node.kind === 'binary' && arithmetic[node.operator] !== undefined && ago(node) === null ? `(${inWords(node)})` : inWords(node);

/** `now - days(3)` in words: “3 days ago”. */
function ago({ operator, left, right }: Binary): string | null {
  const isNow = left.kind === 'name' && (left.name === 'now' || left.name === 'today');
  if (!isNow || right.kind !== 'call' || (operator !== '-' && operator !== '+')) return null;
  const length = called(right);
  return length === null ? null : `${length} ${operator === '-' ? 'ago' : 'from now'}`;
}

/** `size(trim(x)) > 0`, `size(x) == 0` in words: “is not empty”, “is empty”. */
function emptiness({ operator, left, right }: Binary): string | null {
  if (left.kind !== 'call' || left.name !== 'size' || right.kind !== 'literal' || Number(right.value) !== 0) return null;
  const of = left.target ?? left.args[0];
  if (of === undefined || !['>', '!=', '=='].includes(operator)) return null;
  return `${inWords(of)} is ${operator === '==' ? 'empty' : 'not empty'}`;
}

function called({ name, target, args }: Extract<Node, { kind: 'call' }>): string | null {
  const [first] = target === null ? args : [target];
  if (first === undefined) return null;
  const unit = /^(day|hour|minute|month)s$/.exec(name)?.[1];
  if (unit !== undefined && first.kind === 'literal') return `${inWords(first)} ${Number(first.value) === 1 ? unit : `${unit}s`}`;
  if (name === 'trim') return inWords(first);
  if (name === 'size') return first.type.kind === 'list' ? `the number of ${inWords(first)}` : `the length of ${inWords(first)}`;
  if (name === 'time' && first.kind === 'literal') return String(first.value);
  if (name === 'date' && args.every(({ kind }) => kind === 'literal'))
    return args.map((part) => (part.kind === 'literal' ? String(part.value).padStart(2, '0') : '')).join('-');
  if (name === 'datetime' && args.length === 2) return `${args.map(inWords).join(' at ')}`;
  return null;
}

function named({ name, resolution }: Extract<Node, { kind: 'name' }>): string {
  if (name === 'me') return 'the person acting';
  if (name === 'self') return 'this record';
  return resolution.kind === 'self-field' || resolution.kind === 'row-field' ? toWords(name) : name;
}

function literal({ value }: Extract<Node, { kind: 'literal' }>): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? `“${value}”` : String(value);
}

const isNull = (node: Node): boolean => node.kind === 'literal' && node.value === null;
const isTrue = (node: Node): boolean => node.kind === 'literal' && node.value === true;
