import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { isNow } from '../../explorer/document/thresholds.ts';
import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Node } from '../../expression/node.ts';
import { isNumeric } from '../../expression/values/compare.ts';
import { timestampToMilliseconds } from '../../expression/values/time.ts';
import { Duration, isRecordList, Money, PlainDate, PlainTime, type Scope, Timestamp, type Value } from '../../expression/values/value.ts';
import { hasNode, visit } from '../../expression/visit.ts';
import { minutesOfDay } from '../values/values.ts';

export type Binary = Extract<Node, { kind: 'binary' }>;
export type Macro = Extract<Node, { kind: 'macro' }>;

/** For each order, the difference of two values that just lie on its other side. */
export const beyond = new Map([
  ['<', -1],
  ['<=', 1],
  ['>', 1],
  ['>=', -1],
]);

/** Two amounts that are compared; times, dates and moments in days, the latter from now. */
export type Amounts = readonly [left: number, right: number];

/** The values of which a node takes the smaller or the larger one, or that it compares. */
function comparedIn(node: Node): readonly [Node, Node] | null {
  const [one, other] = isExtreme(node) ? node.args : [];
  if (one !== undefined && other !== undefined) return [one, other];
  const isCompared = node.kind === 'binary' && (beyond.has(node.operator) || node.operator === '==' || node.operator === '!=');
  return isCompared ? [node.left, node.right] : null;
}

/** How many days are in one of what a function reads of a date or a moment. */
const daysIn = new Map([
  ['getFullYear', 365.25],
  ['getMonth', 30.44],
  ['getHours', 1 / 24],
  ['getMinutes', 1 / minutesOfDay],
]);

const daysOf = (node: Node): number | undefined => (node.kind === 'call' ? daysIn.get(node.name) : undefined);

/** The amounts that are compared in these nodes, also with the nearest record of a list. */
export function amountsIn(nodes: readonly Node[], scope: Scope): readonly Amounts[] {
  const found: Amounts[] = [];
  const { today, now } = scope.evaluationContext;
  for (const root of nodes)
    visit(root, (node) => {
      if (node.kind === 'macro' && node.macro !== 'map') {
        const nearest = nearestIn(node, node.body, scope);
        if (nearest !== null) found.push(...amountsIn([node.body], nearest.inner));
        return false;
      }
      const compared = comparedIn(node);
      if (compared === null) return;
      const [left, right] = [valueIn(compared[0], scope), valueIn(compared[1], scope)];
      const isOfDays = left instanceof PlainDate && right instanceof PlainDate;
      const isOfNow = left instanceof Timestamp && right instanceof Timestamp;
      const since = isOfDays ? today.days : isOfNow ? (momentOrAmount(now) ?? 0) : 0;
      const [one, other] = isOfNow ? [momentOrAmount(left), momentOrAmount(right)] : [amountOf(left), amountOf(right)];
      if (one === null || other === null) return;
      const unit = daysOf(compared[0]) ?? daysOf(compared[1]) ?? 1;
      found.push([(one - since) * unit, (other - since) * unit]);
    });
  return found;
}

/** The nearest record as the expression's variable, and its share of the conditions. */
export function nearestIn({ target, variable }: Macro, body: Node, scope: Scope): { readonly inner: Scope; readonly share: number } | null {
  const list = valueIn(target, scope);
  if (!isRecordList(list)) return null;
  const isAny = body.kind === 'binary' && body.operator === '||';
  const conditions = joinedBy(isAny ? '||' : '&&', body);
  let nearest: { readonly inner: Scope; readonly share: number } | null = null;
  for (const record of list.records()) {
    const inner: Scope = { ...scope, bound: new Map([...scope.bound, [variable, record]]) };
    const share = conditions.filter((one) => valueIn(one, inner) === !isAny).length / (conditions.length + 1);
    if (nearest === null || share > nearest.share) nearest = { inner, share };
  }
  return nearest;
}

/** The conditions that an operator joins. */
const joinedBy = (operator: '&&' | '||', node: Node): readonly Node[] =>
  node.kind === 'binary' && node.operator === operator ? [...joinedBy(operator, node.left), ...joinedBy(operator, node.right)] : [node];

/** Whether it is the smallest or the largest of several values. */
export const isExtreme = (node: Node): node is Extract<Node, { kind: 'call' }> =>
  node.kind === 'call' && node.target === null && (node.name === 'min' || node.name === 'max');

/** Whether it compares moments, or how long it is until now. */
export const isOfMoments = ({ left, right }: Binary): boolean =>
  left.type.kind === 'datetime' || (left.type.kind === 'duration' && [left, right].some(readsNow));

/** Whether it compares moments, or how long it is to the present moment, not only in days. */
export const isNeverEqual = ({ left, right }: Binary): boolean =>
  left.type.kind === 'datetime' || (left.type.kind === 'duration' && [left, right].some(readsMoment));

const readsMoment = (root: Node): boolean => hasNode(root, (node) => node.kind === 'name' && node.resolution.kind === 'now');

const readsNow = memoizeByObject((root: Node): boolean => hasNode(root, isNow));

/** How much more the left side is, in numbers, days or minutes of a day; null if unknown. */
export function differenceOf({ left, right }: Binary, scope: Scope): number | null {
  const [one, other] = [momentOrAmount(valueIn(left, scope)), momentOrAmount(valueIn(right, scope))];
  return one === null || other === null ? null : Number((one - other).toFixed(6));
}

/** By how much each comparison in an expression fails, as far as it has values here. */
export function lackOf(root: Node, scope: Scope): readonly number[] {
  const found: number[] = [];
  visit(root, (node) => {
    if (node.kind !== 'binary' || !beyond.has(node.operator) || valueIn(node, scope) !== false) return;
    const by = differenceOf(node, scope);
    if (by !== null) found.push(Math.abs(by));
  });
  return found;
}

const day = 86_400;

export function amountOf(value: Value | undefined): number | null {
  if (value === undefined || value === null) return null;
  if (value instanceof PlainDate) return value.days;
  if (value instanceof Duration || value instanceof PlainTime) return value.seconds / day;
  if (value instanceof Money) return Number(String(value.amount));
  return isNumeric(value) ? Number(String(value)) : null;
}

function momentOrAmount(value: Value | undefined): number | null {
  if (value instanceof PlainTime) return value.seconds / 60;
  return value instanceof Timestamp ? timestampToMilliseconds(value) / day / 1000 : amountOf(value);
}

/** How far apart the days and moments are that these nodes compare, in milliseconds. */
export function timesApart(nodes: readonly Node[], scope: Scope): readonly number[] {
  const found: number[] = [];
  for (const root of nodes)
    visit(root, (node) => {
      if (node.kind !== 'binary' || !(isOfMoments(node) || node.left.type.kind === 'date')) return;
      const by = beyond.has(node.operator) ? differenceOf(node, scope) : null;
      if (by !== null && by !== 0) found.push(Math.abs(by) * day * 1000);
    });
  return found;
}

/** Undefined if there is no value. */
export function valueIn(node: Node, scope: Scope): Value | undefined {
  try {
    return evaluateNode(node, scope);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return undefined;
  }
}
