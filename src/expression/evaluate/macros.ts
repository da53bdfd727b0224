import { pending } from '../../base/pending.ts';
import type { Node } from '../node.ts';
import { isMap } from '../values/compare.ts';
import { isRecord, isRecordList, type RecordList, type Value } from '../values/value.ts';
import { BoundName } from './bound-name.ts';
import { type Compiled, Failure, type Result } from './failure.ts';
import type { Scope } from './scope.ts';
import { valueWords } from './value-words.ts';
import { costOf, weigh } from './weight.ts';

type MacroNode = Extract<Node, { kind: 'macro' }>;

/**
 * Macros over lists. In a list of records, a record whose condition cannot be evaluated does not
 * satisfy it (NOTATION: Null): `filter` and `exists` skip it, and it makes `all` false. In other
 * lists CEL's rules apply: if one element decides, `exists` is true or `all` is false regardless of
 * the others; otherwise a failure is the result.
 */
export function compileMacro(node: MacroNode, target: Compiled, filter: Compiled | null, body: Compiled): Compiled {
  const cost = costOf(node.body) + (node.filter === null ? 0 : costOf(node.filter));
  if (node.macro === 'series') return (scope) => entries(node, target(scope), filter, body, scope, cost);
  return (scope) => {
    const list = target(scope);
    if (list instanceof Failure) return list;
    if (isRecordList(list)) return overRecords(node, list, body, scope, cost);
    const elements = Array.isArray(list) ? (list as readonly Value[]) : isMap(list) ? [...list.keys()] : undefined;
    if (elements === undefined) return new Failure(`“${node.macro}” needs a list, not ${valueWords(list)}`, node.target);
    if (node.macro === 'map') return mapped(node, elements, filter, body, scope, cost);
    return overElements(node, elements, body, scope, cost);
  };
}

/** The most entries in a series. A longer schedule would be unreadable. */
const longestSeries = 1000;

/** Computes each entry from the one before. */
function entries(node: MacroNode, count: Result, first: Compiled | null, next: Compiled, scope: Scope, cost: number): Result {
  if (count instanceof Failure || first === null) return count;
  if (typeof count !== 'number') return new Failure(`The count of series() must be a whole number, not ${valueWords(count)}`, node.target);
  if (count > longestSeries) return new Failure(`series() makes at most ${longestSeries} entries, not ${count}`, node.target);
  const made: Value[] = [];
  for (let place = 0; place < count; place++) {
    scope.evaluationContext.budget.spend(cost);
    const before = made.at(-1);
    const entry = before === undefined ? first(scope) : next({ ...scope, bound: new BoundName(scope.bound, node.variable, before) });
    if (entry instanceof Failure) return entry;
    made.push(entry);
  }
  return weigh(made, scope);
}

/** Macros over records, which the store may evaluate without loading them. */
function overRecords(node: MacroNode, list: RecordList, body: Compiled, scope: Scope, cost: number): Result {
  switch (node.macro as Exclude<MacroNode['macro'], 'series'>) {
    case 'filter':
      return list.where(node.body, node.variable, scope);
    case 'exists':
      return list.where(node.body, node.variable, scope).size(1) > 0;
    case 'exists_one':
      return list.where(node.body, node.variable, scope).size() === 1;
    case 'all':
      return list.where(node.body, node.variable, scope).size() === list.size();
    case 'map': {
      const kept = node.filter === null ? list : list.where(node.filter, node.variable, scope);
      return mapped(node, kept.records(), null, body, scope, cost);
    }
  }
}

function mapped(node: MacroNode, elements: readonly Value[], filter: Compiled | null, body: Compiled, scope: Scope, cost: number): Result {
  const { budget } = scope.evaluationContext;
  const results: Value[] = [];
  let isPending = false;
  for (const element of elements) {
    budget.spend(cost);
    // Each element gets its own scope, because the result may be a lazy list of records that still
    // needs the variable's value.
    const inner: Scope = { ...scope, bound: new BoundName(scope.bound, node.variable, element) };
    if (filter !== null) {
      const kept = filter(inner);
      if (kept === false || (kept !== true && isRecord(element))) continue;
      if (kept !== true) return undecided(kept, node);
    }
    try {
      const result = body(inner);
      if (result instanceof Failure) return result;
      results.push(result);
    } catch (error) {
      // Continues, so that one fetch covers the missing reads of all elements.
      if (error !== pending) throw error;
      isPending = true;
    }
  }
  if (isPending) throw pending;
  return weigh(results, scope);
}

const undecided = (result: Result, node: MacroNode): Failure =>
  result instanceof Failure
    ? result
    : new Failure(`the condition of “${node.macro}” is true or false, not ${valueWords(result)}`, node.body);

function overElements(node: MacroNode, elements: readonly Value[], body: Compiled, scope: Scope, cost: number): Result {
  const { budget } = scope.evaluationContext;
  // All elements share one scope: a condition is fully evaluated before the next element.
  const bound = new Map(scope.bound);
  const inner: Scope = { ...scope, bound };
  const kept: Value[] = [];
  let failure: Failure | undefined;
  for (const element of elements) {
    budget.spend(cost);
    bound.set(node.variable, element);
    const result = body(inner);
    if (result === true) {
      if (node.macro === 'exists') return true;
      kept.push(element);
    } else if (result === false || isRecord(element)) {
      if (node.macro === 'all') return false;
    } else {
      failure ??= undecided(result, node);
      // Only `exists` and `all` absorb failures in CEL.
      if (node.macro !== 'exists' && node.macro !== 'all') return failure;
    }
  }
  if (failure !== undefined) return failure;
  switch (node.macro) {
    case 'exists':
      return false;
    case 'all':
      return true;
    case 'exists_one':
      return kept.length === 1;
    default:
      return kept;
  }
}
