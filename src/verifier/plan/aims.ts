import type { Node } from '../../expression/node.ts';
import { toJson } from '../../expression/values/json.ts';
import { isRecordList, type Scope, type Value, type Watch } from '../../expression/values/value.ts';
import { hasNode, mapChildren, visit } from '../../expression/visit.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { minutesOfDay } from '../values/values.ts';
import {
  type Amounts,
  amountOf,
  type Binary,
  beyond,
  differenceOf,
  isExtreme,
  isNeverEqual,
  isOfMoments,
  type Macro,
  nearestIn,
  valueIn,
} from './amounts.ts';
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
    | { readonly kind: 'apart'; readonly node: Binary; readonly by: number }
    /** `part`, in `node`, is `instead` in `other`. */
    | ({ readonly kind: 'differs'; readonly node: Node } & Without)
    /** A share of an amount of money is rounded up to a whole cent. */
    | { readonly kind: 'rounded-up'; readonly node: Binary }
    /** A list has records: one, or more than one. */
    | { readonly kind: 'filled'; readonly node: Node; readonly least: 1 | 2 };
}

/** An expression without one of its parts. */
interface Without {
  readonly other: Node;
  readonly part: Node;
  readonly instead: Node;
  /** The macro whose condition has the part, and that condition without it; or null. */
  readonly within: { readonly macro: Macro; readonly body: Node } | null;
}

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
      for (const one of sharesIn(node)) found.push({ needs, what: { kind: 'rounded-up', node: one } });
      for (const inner of conditionalsIn(node)) decide(inner, needs);
    }
  };
  decide(root, []);
  for (const node of root.type.kind === 'list' ? [root] : summedIn(root))
    for (const least of [1, 2] as const) found.push({ needs: [], what: { kind: 'filled', node, least } });
  return found;
}

/** The outermost choices inside an expression, but for those about the records of a list. */
function conditionalsIn(root: Node): readonly Node[] {
  const found: Node[] = [];
  visit(root, (node) => {
    if (node.kind === 'conditional') found.push(node);
    return node.kind !== 'conditional' && node.kind !== 'macro';
  });
  return found;
}

/** The products and quotients of money, without those that they consist of. */
function sharesIn(root: Node): readonly Binary[] {
  const found: Binary[] = [];
  visit(root, (node) => {
    const isShare = node.kind === 'binary' && node.type.kind === 'money' && (node.operator === '*' || node.operator === '/');
    // Whole numbers of an amount are never rounded.
    if (isShare && (node.operator === '/' || [node.left, node.right].some(({ type }) => type.kind === 'decimal'))) found.push(node);
    return !isShare && node.kind !== 'conditional' && node.kind !== 'macro';
  });
  return found;
}

/**
 * The expression with what it reads of other records' computed fields in place of their names, if a
 * choice decides it: what a person pays shows where the price is written, not where they are read.
 */
export function withChosen(model: Model, root: Node): Node {
  const chosen = (node: Node): Node => {
    // A record of a list has a name that may mean something else there.
    if (node.kind === 'macro') return node;
    const inner = mapChildren(node, chosen);
    if (inner.kind !== 'select' || inner.operand.type.kind !== 'record') return inner;
    const computed = fieldOf(model, inner.operand.type.entity, inner.field)?.computed?.node ?? null;
    return computed !== null && conditionalsIn(computed).length > 0 && !hasNode(computed, ({ kind }) => kind === 'macro')
      ? ofRecord(computed, inner.operand)
      : inner;
  };
  return chosen(root);
}

/** An expression about the record itself, about another record in its place. */
function ofRecord(node: Node, operand: Node): Node {
  if (node.kind === 'name' && node.resolution.kind === 'self') return operand;
  if (node.kind === 'name' && node.resolution.kind === 'self-field')
    return { ...node, kind: 'select', operand, field: node.name, fieldFrom: node.from, test: false };
  return mapChildren(node, (child) => ofRecord(child, operand));
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
  // Two moments are never just equal, so they are just before and just after each other.
  const apart = by === undefined ? [] : isNeverEqual(node) ? [-by, by] : [0, by];
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
  if (isExtreme(node)) return node.args;
  if (node.kind !== 'macro') return [];
  // A filter without its condition keeps all records.
  if (node.macro === 'filter') return [node.target];
  // That one record fulfils the condition is not the same as that all do, unless there is only one.
  return node.macro === 'exists' || node.macro === 'all' ? [{ ...node, macro: node.macro === 'all' ? 'exists' : 'all' }] : [];
}

/** How many of its conditions an aim has here. `isSum`: each step towards a limit counts. */
export function reached({ needs, what }: Aim, scope: Scope, isSum = false): { readonly score: number; readonly isWhole: boolean } {
  const has = needs.filter(([node, wanted]) => valueIn(node, scope) !== !wanted).length;
  const isSeen = sees(what, scope);
  return { score: has + (isSeen ? 1 : nearness(what, scope, isSum)), isWhole: isSeen && has === needs.length };
}

/** Below 1: how near an evaluation comes to what it does not show. */
function nearness(what: Aim['what'], scope: Scope, isSum: boolean): number {
  // A part that makes a difference where it is may make one for the whole.
  if (what.kind === 'differs' && what.within !== null) return nearestRecord(what.within.macro, what.within.body, scope) / 2;
  if (what.kind === 'differs' && what.part !== what.node)
    return wordsOf(valueIn(what.part, scope)) === wordsOf(valueIn(what.instead, scope)) ? 0 : 0.5;
  if (what.kind === 'differs' && what.node.kind === 'macro' && what.node.macro !== 'filter')
    return countOf(what.node.target, scope) > 1 ? 0.5 : 0;
  if (what.kind === 'differs') return 0;
  if (what.kind === 'filled') return countOf(what.node, scope) > 0 ? 0.5 : 0;
  if (what.kind === 'rounded-up') return 0;
  if (what.node.kind === 'macro') return nearestRecord(what.node, what.node.body, scope) / 2;
  // Each record more brings a count or a sum nearer to its limit; others are reached at once.
  if (what.node.kind !== 'binary' || !beyond.has(what.node.operator)) return 0;
  const isCounted = isCount(what.node.left) || isCount(what.node.right);
  const by = isCounted || isSum ? differenceOf(what.node, scope) : null;
  return by === null ? 0 : isCounted ? Math.max(0, 0.5 - Math.abs(by) / 20) : 0.45 / (1 + Math.abs(by) / 10);
}

/**
 * Which part of a condition on the records of a list the nearest of them fulfils, or breaks if one
 * condition of several is enough; below 1.
 */
function nearestRecord(macro: Macro, body: Node, scope: Scope): number {
  return nearestIn(macro, body, scope)?.share ?? 0;
}

/** How many entries a list has; 0 if it has no value. */
function countOf(list: Node, scope: Scope): number {
  const value = valueIn(list, scope);
  return isRecordList(value) ? value.records().length : Array.isArray(value) ? value.length : 0;
}

/** Shares of a cent that binary fractions cannot express. */
const tiny = 1e-6;

/** Whether the exact share lies in the upper half between two cents. */
function isRoundedUp({ operator, left, right }: Binary, scope: Scope): boolean {
  const [one, other] = [amountOf(valueIn(left, scope)), amountOf(valueIn(right, scope))];
  if (one === null || other === null) return false;
  const cents = (operator === '*' ? one * other : one / other) * 100;
  const part = cents - Math.floor(cents);
  return part > 0.5 - tiny && part < 1 - tiny;
}

/** Two moments that are no further apart, in days, are just beside each other. */
const aMoment = 5 / minutesOfDay;
/** The same for times of day, in minutes: many are in steps. */
const aStep = 5;

const isCount = (node: Node): boolean => node.kind === 'call' && node.name === 'size';

function sees(what: Aim['what'], scope: Scope): boolean {
  if (what.kind === 'is') return valueIn(what.node, scope) === what.value;
  if (what.kind === 'differs') return wordsOf(valueIn(what.node, scope)) !== wordsOf(valueIn(what.other, scope));
  if (what.kind === 'filled') return countOf(what.node, scope) >= what.least;
  if (what.kind === 'rounded-up') return isRoundedUp(what.node, scope);
  const by = differenceOf(what.node, scope);
  // Days are counted as a whole.
  const isTime = what.node.left.type.kind === 'time';
  const near = isTime ? aStep : by !== null && !Number.isInteger(by) && isOfMoments(what.node) ? aMoment : 1;
  return by !== null && (what.by === 0 ? by === 0 : by * what.by > 0 && Math.abs(by) <= near);
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
    ...(sees(what, scope) ? [] : what.kind === 'differs' && what.part === what.node ? [what.node, what.other] : [what.node]),
  ];
  return left.length > 0 ? left : [...needs.map(([node]) => node), what.node];
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
  /** Whether it compares sums over records. */
  readonly isSum: boolean;
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
