import { nearest } from '../../base/nearest.ts';
import type { Node } from '../node.ts';
import { anyType, type Type } from '../types/type.ts';
import { booleanType, comparable, elementOf, fits, isNumber, isOpen, isTextual, ordered } from '../types/type-relations.ts';
import { didYouMean, oneOf, typeWords } from '../types/type-words.ts';
import { type Arithmetic, arithmeticType } from './arithmetic-types.ts';
import type { Context } from './context.ts';
import { isSame } from './same.ts';

type Check = (node: Node, hint?: Type) => Node;
type BinaryNode = Extract<Node, { kind: 'binary' }>;

/**
 * Reports a condition that cannot be a boolean. Null is accepted: the condition then fails at run
 * time.
 */
export function requireBoolean(context: Context, node: Node, what: string): void {
  if (node.type.kind === 'boolean' || isOpen(node.type)) return;
  context.report('type', node, `${what} must be true or false, but ${context.quote(node)} is ${typeWords(node.type)}.`);
}

export function checkUnary(context: Context, node: Extract<Node, { kind: 'unary' }>, check: Check): Node {
  const operand = check(node.operand);
  if (node.operator === '!') {
    requireBoolean(context, operand, 'The operand of “!”');
    return { ...node, operand, type: booleanType };
  }
  const { type } = operand;
  if (isNumber(type) || type.kind === 'money' || type.kind === 'duration' || isOpen(type)) {
    return { ...node, operand, type: isOpen(type) ? anyType : plain(type) };
  }
  context.report('type', node, `“-” negates a number, but ${context.quote(operand)} is ${typeWords(type)}.`);
  return { ...node, operand, type: anyType };
}

/** Arithmetic never returns null. */
const plain = (type: Type): Type => ({ ...type, nullable: false });

export function checkBinary(context: Context, node: BinaryNode, check: Check): Node {
  const { operator } = node;
  if (operator === '&&' || operator === '||') {
    const left = check(node.left);
    const right = check(node.right);
    requireBoolean(context, left, `The left side of “${operator}”`);
    requireBoolean(context, right, `The right side of “${operator}”`);
    return { ...node, left, right, type: booleanType };
  }
  if (operator === 'in') return checkMembership(context, node, check);
  if (operator === '==' || operator === '!=' || operator === '<' || operator === '<=' || operator === '>' || operator === '>=') {
    return checkComparison(context, node, check);
  }
  return checkArithmetic(context, node, operator, check);
}

function checkArithmetic(context: Context, node: BinaryNode, operator: Arithmetic, check: Check): Node {
  const left = check(node.left);
  if (operator === '+' || operator === '-') context.added.add(node.right);
  const right = check(node.right);
  // Zero has no unit, and `0 - paid` is what `-paid` is.
  if (operator === '-' && right.type.kind === 'money' && isZero(left)) {
    return { kind: 'unary', operator: '-', operand: right, from: node.from, to: node.to, type: plain(right.type) };
  }
  const result = arithmeticType(operator, left.type, right.type);
  if (!('advice' in result)) {
    if (isMonths(node.right) && left.type.kind === 'duration') context.report('type', node.right, monthsAlone);
    return { ...node, left, right, type: result };
  }
  const sides = `${context.quote(left)} is ${typeWords(left.type)} and ${context.quote(right)} is ${typeWords(right.type)}`;
  const advice = result.advice === '' ? `“${operator}” has no meaning for these.` : result.advice;
  const written = (side: Node): string => context.source.slice(side.from, side.to);
  const length = (operator === '+' || operator === '-') && isMoment(left.type) ? lengthMeant(left.type, right.type, written(right)) : null;
  const meant = length === null ? null : `${written(left)} ${operator} ${length}`;
  context.report(result.kind, node, `${sides}. ${meant === null ? advice : `Write “${meant}”.`}`, {
    suggestions: meant === null ? [] : [meant],
  });
  return { ...node, left, right, type: anyType };
}

const isZero = (node: Node): boolean => node.kind === 'literal' && node.value === 0;

const isMoment = ({ kind }: Type): boolean => kind === 'date' || kind === 'datetime';

/** The length of time that a number means, added to a date (in days) or a moment. */
function lengthMeant(moment: Type, { kind, unit }: Type, written: string): string | null {
  if (unit === undefined) return kind === 'integer' && moment.kind === 'date' ? `days(${written})` : null;
  const [, name] = /^(month|year)s?$/i.exec(unit) ?? [];
  if (name === undefined || kind !== 'integer') return null;
  return /^year/i.test(name) ? `months(12 * ${written})` : `months(${written})`;
}

const isMonths = (node: Node): boolean => node.kind === 'call' && node.name === 'months' && node.target === null;

const monthsAlone =
  'A month has no fixed length: months(n) is added to a date or a moment, as in “due + months(1)”. Elsewhere, write days(n).';

/** Reports `months(n)` where it has no value: everywhere but after “+” and “-”. */
export function checkMonths(context: Context, node: Node): void {
  if (isMonths(node) && !context.added.has(node)) context.report('type', node, monthsAlone);
}

function checkComparison(context: Context, node: BinaryNode, check: Check): Node {
  let left = check(node.left);
  const right = check(node.right, left.type);
  // For `open == status`, checks the left name again with the type of the right side as a hint.
  if (node.left.kind === 'name' && left.type.kind === 'any' && 'values' in right.type)
    left = recheck(context, node.left, right.type, check);
  const result: Node = { ...node, left, right, type: booleanType };
  if (isSame(left, right)) {
    const message = `Both sides of “${node.operator}” are the same. If the other one is meant, say so: “self.x” or the name of the record before the dot.`;
    context.report('self-comparison', node, message);
    return result;
  }
  if (checkLiterals(context, right, left.type, left) || checkLiterals(context, left, right.type, right)) return result;
  const { operator } = node;
  const sides = `${context.quote(left)} is ${typeWords(left.type)} and ${context.quote(right)} is ${typeWords(right.type)}`;
  const units = mixedUnits(left.type, right.type);
  if (units !== undefined) {
    context.report('unit', node, `${sides}. ${units}`);
  } else if (operator === '==' || operator === '!=') {
    if (!comparable(left.type, right.type)) context.report('type', node, `${sides}: they are never equal.${advice(left.type, right.type)}`);
  } else if (!ordered(left.type, right.type)) {
    context.report('type', node, `${sides}: neither is before the other.${advice(left.type, right.type)}`);
  }
  return result;
}

/** Checks a name again with its neighbour's type as a hint, replacing the first report. */
function recheck(context: Context, node: Node, hint: Type, check: Check): Node {
  const index = context.problems.findIndex((problem) => problem.from === node.from && problem.to === node.to);
  if (index < 0) return check(node, hint);
  context.problems.splice(index, 1);
  return check(node, hint);
}

function mixedUnits(a: Type, b: Type): string | undefined {
  if (a.unit !== undefined && b.unit !== undefined && a.unit !== b.unit) return `${a.unit} and ${b.unit} do not mix.`;
  const [labelled, other] = a.unit === undefined ? [b, a] : [a, b];
  if (labelled.unit === undefined || (other.kind !== 'duration' && other.kind !== 'money')) return undefined;
  return `A number of ${labelled.unit} does not mix with ${other.kind === 'money' ? 'money' : 'a duration'}.`;
}

function advice(a: Type, b: Type): string {
  const kinds = new Set([a.kind, b.kind]);
  if (kinds.has('duration') && (kinds.has('integer') || kinds.has('decimal')))
    return ' Write days(n), hours(n) or minutes(n) for a duration.';
  if (kinds.has('date') && kinds.has('datetime')) return ' Write today for the date, or datetime(date, time) for the moment.';
  if ((kinds.has('date') || kinds.has('datetime') || kinds.has('time')) && kinds.has('text'))
    return ' Text does not become a date in an expression.';
  if (kinds.has('record') && kinds.has('text')) return ' Compare one of its fields instead, for example its id.';
  if (a.kind === 'list' || b.kind === 'list') return ' To ask whether something is in a list, write “x in list”.';
  if (kinds.has('enum') || kinds.has('state')) return ' Its values have no order here.';
  return '';
}

function checkMembership(context: Context, node: BinaryNode, check: Check): Node {
  const left = check(node.left);
  const right = check(node.right, left.type);
  const result: Node = { ...node, left, right, type: booleanType };
  const { type } = right;
  if (type.kind === 'map' || type.kind === 'view' || isOpen(type)) return result;
  const element = elementOf(type);
  if (element === undefined) {
    const contains = isTextual(type) ? ` To look inside a text, write ${context.source.slice(right.from, right.to)}.contains(…).` : '';
    context.report('type', node, `“in” looks into a list, but ${context.quote(right)} is ${typeWords(type)}.${contains}`);
    return result;
  }
  if (checkLiterals(context, right, left.type, left) || checkLiterals(context, left, element, right)) return result;
  if (!comparable(left.type, element)) {
    const sides = `${context.quote(left)} is ${typeWords(left.type)}, but ${context.quote(right)} is ${typeWords(type)}`;
    context.report('type', node, `${sides}: it is never in it.`);
  }
  return result;
}

/**
 * Reports texts that are not values of the enum or state they are compared with, also inside lists
 * and conditionals. `about` is the other side, or its text. Returns true if it reported anything.
 */
export function checkLiterals(
  context: Context,
  node: Node,
  type: Type,
  about: { readonly from: number; readonly to: number } | string,
): boolean {
  if (type.kind !== 'enum' && type.kind !== 'state') return false;
  if (node.kind === 'conditional') {
    const then = checkLiterals(context, node.then, type, about);
    return checkLiterals(context, node.otherwise, type, about) || then;
  }
  if (node.kind === 'list') return node.items.map((item) => checkLiterals(context, item, type, about)).includes(true);
  if (node.kind !== 'literal' || typeof node.value !== 'string' || type.values.includes(node.value)) return false;
  const suggestions = nearest(node.value, type.values);
  if (type.kind === 'state') {
    const meant = didYouMean(suggestions) || `. Its states are ${oneOf(type.values)}.`;
    const message = `“${node.value}” is not a state of ${type.entity}.${type.field}${meant}`;
    context.report('undefined-state', node, message, { suggestions, subject: type.entity });
  } else {
    const meant = didYouMean(suggestions) || `. They are ${oneOf(type.values)}.`;
    const whose = typeof about === 'string' ? `“${about}”` : context.quote(about);
    context.report('type', node, `“${node.value}” is not one of the values of ${whose}${meant}`, { suggestions });
  }
  return true;
}

/** Reports a value that does not fit the expected type; `about` names the place (`“priority”`). */
export function requireFit(context: Context, node: Node, expected: Type, about: string): void {
  if (checkLiterals(context, node, expected, about)) return;
  if (fits(node.type, expected)) return;
  const meant = node.kind === 'literal' && typeof node.value === 'string' ? timeMeant(node.value, expected) : null;
  const guess = meant === null ? '' : ` Write “${meant}”.`;
  const message = `“${about}” takes ${typeWords(expected)}, but ${context.quote(node)} is ${typeWords(node.type)}.${guess}`;
  context.report('type', node, message, { suggestions: meant === null ? [] : [meant] });
}

/** The date or time that a text stands for in JSON, as an expression. */
function timeMeant(text: string, { kind }: Type): string | null {
  const [, year, month, day, clock] = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2})?)?$/.exec(text) ?? [];
  const date = year === undefined ? null : `date(${[year, month, day].map(Number).join(', ')})`;
  if (kind === 'date' && clock === undefined) return date;
  if (kind === 'datetime' && date !== null) return `datetime(${date}, time("${clock ?? '00:00'}"))`;
  return kind === 'time' && /^\d{2}:\d{2}$/.test(text) ? `time("${text}")` : null;
}
