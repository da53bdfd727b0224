import type { Json } from '../../expression/values/json.ts';
import { leavesOf } from './template.ts';

/** A place where two answers differ. */
export interface Difference {
  /** `article.author.username`; empty: the whole body. */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
  readonly why: string;
}

export interface Comparing {
  /**
   * Whether a text comes from this run; null if not. `spoilt`: it does, but the implementation and
   * the document have diverged on its way.
   */
  origin(text: string): 'own' | 'spoilt' | null;
  /** Whether a list entry is about a record of this run; absent: its texts decide. */
  isOurs?(entry: Json): boolean;
  /** The origin of a list entry whose texts do not show it; absent: unknown. */
  numbered?(entry: Json, side: 'oracle' | 'actual'): 'own' | 'spoilt' | null;
  /**
   * Whether the answer covers all records, including those of other clients. If so, list entries
   * that are not from this run are ignored, and so are counts.
   */
  readonly shared: boolean;
  /** The length at which a list may be cut off; null if it never is. */
  readonly page: number | null;
  /** Whether the document defines the order of the list. */
  readonly sorted: boolean;
  /** The implementation's values for those that the oracle generates, by the oracle's value. */
  readonly bound: Map<string, Json>;
  /** Milliseconds by which the implementation's clock is ahead of the oracle's. */
  readonly skew: number;
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** The most milliseconds between two times that count as the same. */
const patience = 90_000;

/**
 * The first difference between the expected and the actual body; null if there is none. `expected`
 * and `twin` come from two oracles with different ids, clocks and randomness: a value that differs
 * between them is free, and is bound to the implementation's value.
 */
export function difference(
  expected: Json | undefined,
  twin: Json | undefined,
  actual: Json | undefined,
  how: Comparing,
): Difference | null {
  const bound = new Map(how.bound);
  const found = compared(expected, twin, actual, '', { ...how, bound });
  if (found === null) for (const [key, value] of bound) how.bound.set(key, value);
  return found;
}

function compared(
  expected: Json | undefined,
  twin: Json | undefined,
  actual: Json | undefined,
  path: string,
  how: Comparing,
): Difference | null {
  const differs = (why: string): Difference => ({ path, expected, actual, why });
  if (expected === undefined) return null;
  if (actual === undefined) return differs('is missing');
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return differs('is not a list');
    // Which entries the list has depends on free values: a number in the query is one of them.
    if (Array.isArray(twin) && twin.length !== expected.length) return null;
    return listsCompared(expected as readonly Json[], (twin ?? []) as readonly Json[], actual as readonly Json[], path, how);
  }
  if (expected !== null && typeof expected === 'object') {
    if (actual === null || typeof actual !== 'object' || Array.isArray(actual)) return differs('is not an object');
    return objectsCompared(expected as JsonObject, twin as JsonObject | undefined, actual as JsonObject, path, how);
  }
  // Data that an earlier mistake left behind is not a new mistake.
  if (typeof actual === 'string' && expected !== actual && how.origin(actual) === 'spoilt') return null;
  if (expected === twin) return expected === actual ? null : differs('is another value');
  const why = freeCompared(expected, twin, actual, path, how);
  return why === null ? null : differs(why);
}

interface JsonObject {
  readonly [key: string]: Json;
}

function objectsCompared(
  expected: JsonObject,
  twin: JsonObject | undefined,
  actual: JsonObject,
  path: string,
  how: Comparing,
): Difference | null {
  const inside = (key: string): string => (path === '' ? key : `${path}.${key}`);
  for (const key of Object.keys(actual))
    if (!Object.hasOwn(expected, key))
      return { path: inside(key), expected: undefined, actual: actual[key], why: 'is a key that the document does not name' };
  for (const [key, value] of Object.entries(expected)) {
    // Counts are unknown, because other clients may have created records.
    if (how.shared && typeof value === 'number' && typeof actual[key] === 'number') continue;
    const found = compared(value, twin?.[key], Object.hasOwn(actual, key) ? actual[key] : undefined, inside(key), how);
    if (found !== null) return found;
  }
  return null;
}

function listsCompared(
  expected: readonly Json[],
  twin: readonly Json[],
  actual: readonly Json[],
  path: string,
  how: Comparing,
): Difference | null {
  const pairs = expected.map((value, index) => ({ value, twin: twin[index] }));
  const counts = (value: Json, side: 'oracle' | 'actual'): boolean =>
    how.shared ? isFromHere(value, how, side) : !isSpoilt(value, how, side);
  const ours = pairs.filter(({ value }) => counts(value, 'oracle'));
  const theirs = actual.filter((value) => counts(value, 'actual'));
  // Records of other clients may push an entry off the page.
  const isCut = how.page !== null && Math.max(expected.length, actual.length) >= how.page;
  if (how.shared && isCut && ours.length + theirs.length < expected.length + actual.length) return null;
  const inside: Comparing = how.shared ? { ...how, shared: false } : how;
  const left = [...theirs];
  const order: number[] = [];
  let nearest: Difference | null = null;
  for (const [index, pair] of ours.entries()) {
    const here = `${path}[${index}]`;
    // A match binds the free values of the entry.
    const at = left.findIndex((value) => difference(pair.value, pair.twin, value, inside) === null);
    if (at === -1) {
      // The entry at the same index shows best what is wrong.
      nearest = compared(pair.value, pair.twin, theirs[index], here, { ...inside, bound: new Map(inside.bound) });
      return nearest ?? { path: here, expected: pair.value, actual: theirs[index], why: 'is another entry' };
    }
    order.push(theirs.indexOf(left[at] as Json));
    left.splice(at, 1);
  }
  if (left.length > 0)
    return { path, expected: expected, actual: actual, why: `has more entries than the document allows: ${left.length}` };
  if (how.sorted && order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0)))
    return { path, expected: expected, actual: actual, why: 'is in another order' };
  return null;
}

/**
 * Whether a text, an id or a number in it comes from this run, and none from a way that diverged.
 */
function isFromHere(value: Json, how: Comparing, side: 'oracle' | 'actual'): boolean {
  if (how.isOurs !== undefined) return how.isOurs(value);
  const origins = originsOf(value, how);
  return !origins.includes('spoilt') && (origins.includes('own') || how.numbered?.(value, side) === 'own');
}

/** Whether an earlier mistake left it behind. */
const isSpoilt = (value: Json, how: Comparing, side: 'oracle' | 'actual'): boolean =>
  originsOf(value, how).includes('spoilt') || how.numbered?.(value, side) === 'spoilt';

const originsOf = (value: Json, { origin }: Comparing): readonly ReturnType<Comparing['origin']>[] =>
  [...leavesOf(value)].map((leaf) => (typeof leaf.value === 'string' ? origin(leaf.value) : null));

/** Why a free value does not fit; null if it does. */
function freeCompared(expected: Json, twin: Json | undefined, actual: Json, path: string, { bound, skew }: Comparing): string | null {
  if (typeof actual !== typeof expected || actual === null) return 'has another type';
  if (typeof expected === 'string' && moment.test(expected)) {
    const apart = Date.parse(String(actual)) - skew - Date.parse(expected);
    return Math.abs(apart) <= patience ? null : 'is a different time';
  }
  // Numbers of different entities may coincide at one oracle, so the field is part of the key.
  const name =
    path
      .replace(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? '';
  const key = typeof expected === 'number' ? `${name} ${expected} ${twin}` : String(expected);
  const known = bound.get(key);
  if (known === undefined) bound.set(key, actual);
  return known === undefined || known === actual ? null : 'is another value than before';
}
