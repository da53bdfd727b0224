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
 * The macros over lists. Of records, one whose condition cannot be evaluated does not satisfy it
 * (NOTATION: Null): `filter` and `exists` leave it out, and `all` is then false, because not all
 * satisfy it. Of other lists CEL's own rules hold: `exists` is true and `all` false when one
 * element decides, whatever the others; else the failure is the result.
 */
export function compileMacro(node: MacroNode, target: Compiled, filter: Compiled | null, body: Compiled): Compiled {
  const cost = costOf(node.body) + (node.filter === null ? 0 : costOf(node.filter));
  if (node.macro === 'series') return (scope) => entries(node, target(scope), filter, body, scope, cost);
  return (scope) => {
    const list = target(scope);
    if (list instanceof Failure) return list;
    if (isRecordList(list)) return overRecords(node, list, body, scope, cost);
    const elements = Array.isArray(list) ? (list as readonly Value[]) : isMap(list) ? [...list.keys()] : undefined;
    if (elements === undefined) return new Failure(`“${node.macro}” asks each element of a list, not of ${valueWords(list)}`, node.target);
    if (node.macro === 'map') return mapped(node, elements, filter, body, scope, cost);
    return asked(node, elements, body, scope, cost);
  };
}

/** More entries are no plan that anybody reads. */
const longestSeries = 1000;

/** Each entry from the one before, in order. */
function entries(node: MacroNode, count: Result, first: Compiled | null, next: Compiled, scope: Scope, cost: number): Result {
  if (count instanceof Failure || first === null) return count;
  if (typeof count !== 'number') return new Failure(`series() makes a whole number of entries, not ${valueWords(count)}`, node.target);
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

/** The store may answer these without loading the records. */
function overRecords(node: MacroNode, list: RecordList, body: Compiled, scope: Scope, cost: number): Result {
  switch (node.macro as Exclude<MacroNode['macro'], 'series'>) {
    case 'filter':
      return list.where(node.body, node.variable, scope);
    case 'exists':
      return list.where(node.body, node.variable, scope).size() > 0;
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
    // A scope for each: a result may be a list of records that is looked at later, with the
    // variable as it was.
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
      // What the others need is fetched with it.
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

function asked(node: MacroNode, elements: readonly Value[], body: Compiled, scope: Scope, cost: number): Result {
  const { budget } = scope.evaluationContext;
  // One scope for all: a condition is used up before the next element comes.
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
      // CEL absorbs failures in these two only.
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
