import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { isNow } from '../../explorer/document/thresholds.ts';
import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Node } from '../../expression/node.ts';
import { isNumeric } from '../../expression/values/compare.ts';
import { toJson } from '../../expression/values/json.ts';
import { timestampToMilliseconds } from '../../expression/values/time.ts';
import { Duration, isRecordList, Money, PlainDate, type Scope, Timestamp, type Value, type Watch } from '../../expression/values/value.ts';
import { mapChildren, visit } from '../../expression/visit.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import type { Planned } from './planned.ts';

/** Conditions and the values with which they leave the decision to another one. */
type Needs = readonly (readonly [node: Node, wanted: boolean])[];

/**
 * What an evaluation of an expression can show: a condition that decides alone, two values that are
 * just equal, or a part without which the result would be another.
 */
export interface Aim {
  readonly needs: Needs;
  readonly what:
    | { readonly kind: 'is'; readonly node: Node; readonly value: boolean }
    /** The left side of a comparison is that much more than the right one. */
    | { readonly kind: 'apart'; readonly node: Comparison; readonly by: number }
    /** `part`, in `node`, is `instead` in `other`. */
    | ({ readonly kind: 'differs'; readonly node: Node } & Without)
    /** A list has records: one, or more than one. */
    | { readonly kind: 'filled'; readonly node: Node; readonly least: 1 | 2 };
}

type Comparison = Extract<Node, { kind: 'binary' }>;
type Macro = Extract<Node, { kind: 'macro' }>;

/** An expression without one of its parts. */
interface Without {
  readonly other: Node;
  readonly part: Node;
  readonly instead: Node;
  /** The macro whose condition has the part, and that condition without it; or null. */
  readonly within: { readonly macro: Macro; readonly body: Node } | null;
}

/** For each order, the difference of two values that just lie on its other side. */
const beyond = new Map([
  ['<', -1],
  ['<=', 1],
  ['>', 1],
  ['>=', -1],
]);

/** That each value which an effect writes is another one than the field had, by expression. */
export function writingAims({ machines }: Model): ReadonlyMap<Node, readonly Aim[]> {
  const found = new Map<Node, readonly Aim[]>();
  for (const { entity, transitions } of machines)
    for (const { effect } of transitions)
      for (const step of effect?.steps ?? [])
        if (step.kind === 'assign' && step.value.node !== null) {
          const { node } = step.value;
          const before: Node = { ...node, kind: 'name', name: step.field.text, resolution: { kind: 'self-field', entity } };
          found.set(node, [writesAnother(node, before)]);
        } else if (step.kind === 'update' && step.with?.node?.kind === 'map' && step.target.node !== null) {
          const { node: operand } = step.target;
          found.set(
            step.with.node,
            step.with.node.entries.flatMap(({ key, value }) =>
              key.kind === 'literal' && typeof key.value === 'string'
                ? [writesAnother(value, { ...value, kind: 'select', operand, field: key.value, fieldFrom: value.from, test: false })]
                : [],
            ),
          );
        }
  return found;
}

/** What the evaluations of an expression can show. */
export function aimsOf(root: Node): readonly Aim[] {
  const found: Aim[] = [];
  const decide = (node: Node, needs: Needs): void => {
    if (node.kind === 'binary' && (node.operator === '&&' || node.operator === '||')) {
      const wanted = node.operator === '&&';
      decide(node.left, [...needs, [node.right, wanted]]);
      decide(node.right, [...needs, [node.left, wanted]]);
    } else if (node.kind === 'unary' && node.operator === '!') decide(node.operand, needs);
    else if (node.kind === 'conditional') {
      decide(node.test, needs);
      for (const [inner, wanted] of [[node.then, true] as const, [node.otherwise, false] as const])
        decide(inner, [...needs, [node.test, wanted]]);
    } else {
      if (node.type.kind === 'boolean') for (const what of decidersOf(node)) found.push({ needs, what });
      for (const one of withoutParts(node)) found.push({ needs, what: { kind: 'differs', node, ...one } });
    }
  };
  decide(root, []);
  for (const node of root.type.kind === 'list' ? [root] : summedIn(root))
    for (const least of [1, 2] as const) found.push({ needs: [], what: { kind: 'filled', node, least } });
  return found;
}

/** The lists of records whose values an expression adds up: a service may read only the first. */
function summedIn(root: Node): readonly Node[] {
  const found: Node[] = [];
  visit(root, (node) => {
    if (node.kind === 'macro' && node.macro === 'map' && node.target.type.kind === 'list') found.push(node.target);
  });
  return found;
}

/** An effect writes another value than the field had before. */
const writesAnother = (value: Node, before: Node): Aim => ({
  needs: [],
  what: { kind: 'differs', node: value, other: before, part: value, instead: before, within: null },
});

function decidersOf(node: Node): readonly Aim['what'][] {
  const is = (one: Node, value: boolean): Aim['what'] => ({ kind: 'is', node: one, value });
  if (node.kind !== 'binary') return [is(node, true), is(node, false)];
  const by = beyond.get(node.operator);
  // Two moments are never just equal.
  const apart = by === undefined ? [] : node.left.type.kind === 'datetime' ? [by] : [0, by];
  if (by !== undefined) return [is(node, true), is(node, false), ...apart.map((one) => ({ kind: 'apart', node, by: one }) as const)];
  if (node.operator === 'in' && node.right.kind === 'list')
    return [...node.right.items.map((item) => is({ ...node, operator: '==', right: item }, true)), is(node, false)];
  return [is(node, true), is(node, false)];
}

/** The expression without one of its parts: a condition, an entry or a term. */
function withoutParts(node: Node): readonly Without[] {
  const own = partsLeft(node).map((instead): Without => ({ other: instead, part: node, instead, within: null }));
  const inner: Without[] = [];
  mapChildren(node, (child) => {
    for (const one of withoutParts(child)) {
      const within = node.kind === 'macro' && child === node.body ? { macro: node, body: one.other } : one.within;
      inner.push({ ...one, within, other: mapChildren(node, (each) => (each === child ? one.other : each)) });
    }
    return child;
  });
  return [...own, ...inner];
}

function partsLeft(node: Node): readonly Node[] {
  if (node.kind === 'binary' && ['&&', '||', '+', '-', '*'].includes(node.operator)) return [node.left, node.right];
  if (node.kind === 'binary' && node.operator === 'in' && node.right.kind === 'list') {
    const { right } = node;
    return right.items.map((item) => ({ ...node, right: { ...right, items: right.items.filter((one) => one !== item) } }));
  }
  if (node.kind !== 'macro') return [];
  // A filter without its condition keeps all records.
  if (node.macro === 'filter') return [node.target];
  // That one record fulfils the condition is not the same as that all do, unless there is only one.
  return node.macro === 'exists' || node.macro === 'all' ? [{ ...node, macro: node.macro === 'all' ? 'exists' : 'all' }] : [];
}

/** How many of its conditions an aim has here, of how many. */
export function reached({ needs, what }: Aim, scope: Scope): { readonly score: number; readonly isWhole: boolean } {
  const has = needs.filter(([node, wanted]) => valueIn(node, scope) !== !wanted).length;
  const isSeen = sees(what, scope);
  return { score: has + (isSeen ? 1 : nearness(what, scope)), isWhole: isSeen && has === needs.length };
}

/** Below 1: how near an evaluation comes to what it does not show. */
function nearness(what: Aim['what'], scope: Scope): number {
  // A part that makes a difference where it is may make one for the whole.
  if (what.kind === 'differs' && what.within !== null) return nearestRecord(what.within.macro, what.within.body, scope) / 2;
  if (what.kind === 'differs' && what.part !== what.node)
    return wordsOf(valueIn(what.part, scope)) === wordsOf(valueIn(what.instead, scope)) ? 0 : 0.5;
  if (what.kind === 'differs' && what.node.kind === 'macro' && what.node.macro !== 'filter')
    return countOf(what.node.target, scope) > 1 ? 0.5 : 0;
  if (what.kind === 'differs') return 0;
  if (what.kind === 'filled') return countOf(what.node, scope) > 0 ? 0.5 : 0;
  if (what.node.kind === 'macro') return nearestRecord(what.node, what.node.body, scope) / 2;
  // Each record more brings a count nearer to its limit; other amounts are reached at once.
  if (what.node.kind !== 'binary' || !beyond.has(what.node.operator)) return 0;
  const by = isCount(what.node.left) || isCount(what.node.right) ? differenceOf(what.node, scope) : null;
  return by === null ? 0 : Math.max(0, 0.5 - Math.abs(by) / 20);
}

/**
 * Which part of a condition on the records of a list the nearest of them fulfils, or breaks if one
 * condition of several is enough; below 1.
 */
function nearestRecord({ target, variable }: Macro, body: Node, scope: Scope): number {
  const list = valueIn(target, scope);
  if (!isRecordList(list)) return 0;
  const isAny = body.kind === 'binary' && body.operator === '||';
  const conditions = joinedBy(isAny ? '||' : '&&', body);
  const shares = list.records().map((record) => {
    const inner: Scope = { ...scope, bound: new Map([...scope.bound, [variable, record]]) };
    return conditions.filter((one) => valueIn(one, inner) === !isAny).length;
  });
  return Math.max(0, ...shares) / (conditions.length + 1);
}

/** The conditions that an operator joins. */
const joinedBy = (operator: '&&' | '||', node: Node): readonly Node[] =>
  node.kind === 'binary' && node.operator === operator ? [...joinedBy(operator, node.left), ...joinedBy(operator, node.right)] : [node];

/** How many entries a list has; 0 if it has no value. */
function countOf(list: Node, scope: Scope): number {
  const value = valueIn(list, scope);
  return isRecordList(value) ? value.records().length : Array.isArray(value) ? value.length : 0;
}

/** Two moments that are no further apart, in days, are just beside each other. */
const aMoment = 5 / 1440;

const isCount = (node: Node): boolean => node.kind === 'call' && node.name === 'size';

function sees(what: Aim['what'], scope: Scope): boolean {
  if (what.kind === 'is') return valueIn(what.node, scope) === what.value;
  if (what.kind === 'differs') return wordsOf(valueIn(what.node, scope)) !== wordsOf(valueIn(what.other, scope));
  if (what.kind === 'filled') return countOf(what.node, scope) >= what.least;
  const by = differenceOf(what.node, scope);
  // Days are counted as a whole.
  const near = by !== null && !Number.isInteger(by) && isOfMoments(what.node) ? aMoment : 1;
  return by !== null && (what.by === 0 ? by === 0 : by * what.by > 0 && Math.abs(by) <= near);
}

/** Whether it compares moments, or how long it is until now. */
const isOfMoments = ({ left, right }: Comparison): boolean =>
  left.type.kind === 'datetime' || (left.type.kind === 'duration' && [left, right].some(readsNow));

const readsNow = memoizeByObject((root: Node): boolean => {
  let reads = false;
  visit(root, (node) => {
    reads ||= isNow(node);
  });
  return reads;
});

/** By how much, in numbers or days, the left side is more than the right one; null if unknown. */
export function differenceOf({ left, right }: Comparison, scope: Scope): number | null {
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

function amountOf(value: Value | undefined): number | null {
  if (value === undefined || value === null) return null;
  if (value instanceof PlainDate) return value.days;
  if (value instanceof Duration) return value.seconds / day;
  if (value instanceof Money) return Number(String(value.amount));
  return isNumeric(value) ? Number(String(value)) : null;
}

const momentOrAmount = (value: Value | undefined): number | null =>
  value instanceof Timestamp ? timestampToMilliseconds(value) / day / 1000 : amountOf(value);

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

const wordsOf = (value: Value | undefined): string =>
  value === undefined
    ? ''
    : isRecordList(value)
      ? value
          .records()
          .map(({ id }) => id)
          .join()
      : JSON.stringify(toJson(value));

/** The nodes of an aim that are not yet as they should be; all of them if there are none. */
export function nodesLeft({ needs, what }: Aim, scope: Scope): readonly Node[] {
  const left = [
    ...needs.flatMap(([node, wanted]) => (valueIn(node, scope) === !wanted ? [node] : [])),
    ...(sees(what, scope) ? [] : [what.node]),
  ];
  return left.length > 0 ? left : [...needs.map(([node]) => node), what.node];
}

/** Two amounts that are compared, in days from today if they are dates. */
export type Amounts = readonly [left: number, right: number];

/** The amounts that are compared in these nodes. */
export function amountsIn(nodes: readonly Node[], scope: Scope): readonly Amounts[] {
  const found: Amounts[] = [];
  const { days } = scope.evaluationContext.today;
  for (const root of nodes)
    visit(root, (node) => {
      if (node.kind !== 'binary' || (!beyond.has(node.operator) && node.operator !== '==' && node.operator !== '!=')) return;
      const [left, right] = [valueIn(node.left, scope), valueIn(node.right, scope)];
      const since = left instanceof PlainDate && right instanceof PlainDate ? days : 0;
      const [one, other] = [amountOf(left), amountOf(right)];
      if (one !== null && other !== null) found.push([one - since, other - since]);
    });
  return found;
}

/** A way that comes near an aim. */
export interface Near {
  readonly path: readonly Planned[];
  readonly last: Planned;
  readonly score: number;
  /** What is not yet as the aim needs it, and the amounts compared there. */
  readonly left: readonly Node[];
  readonly amounts: readonly Amounts[];
  /** How far apart the times are that are compared there, in milliseconds. */
  readonly apart: readonly number[];
  /** The rows that refuse the request, if the aim is reached. */
  readonly rows: readonly number[];
}

/** Something that no request has shown so far. */
export interface OpenAim {
  readonly aim: Aim;
  isShown: boolean;
  near: Near | null;
  /** Ways that come as near, by other calls. */
  readonly alternatives: Map<string, Near>;
  /** Reaches the aim, but another row refuses the request. */
  blocked: Near | null;
  /** From where it was searched, in each pass. */
  readonly searched: Set<Near>[];
}

/** Watches a request. */
export interface Watching {
  readonly watch: Watch;
  /** The aims that its answer shows. */
  shown(answer: CallAnswer): readonly OpenAim[];
}

export type Watcher = (planned: Planned) => Watching;
