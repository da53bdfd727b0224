import type { Json } from '../expression/values/json.ts';
import { leavesOf } from './template.ts';

/** Where two answers differ. */
export interface Difference {
  /** `article.author.username`; empty: the whole body. */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
  readonly why: string;
}

export interface Comparing {
  /**
   * Whether a text comes from this run. `spoilt`: it does, but the implementation has gone another
   * way than the document since.
   */
  origin(text: string): 'own' | 'spoilt' | null;
  /** Is an entry of a list about a record of this run? Absent: as the texts in it say. */
  isOurs?(entry: Json): boolean;
  /** Where an entry in which no text says so comes from; absent: it is not known. */
  numbered?(entry: Json, side: 'oracle' | 'actual'): 'own' | 'spoilt' | null;
  /**
   * The answer tells of all records, also of those that others made: entries of lists that are not
   * from this run are left out, and so are counts.
   */
  readonly shared: boolean;
  /** So long is a page of the list at most, so that a longer list is cut off; null: it is never. */
  readonly page: number | null;
  /** The order of a list follows from the document. */
  readonly sorted: boolean;
  /** What the implementation has given for a value of the oracle that varies. */
  readonly bound: Map<string, Json>;
  /** Milliseconds by which the implementation's clock is ahead of the oracle's. */
  readonly skew: number;
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Further apart, two moments are not the same one. */
const patience = 90_000;

/**
 * The first difference between what the document asks for and what was answered. `expected` and
 * `twin` are answers of two oracles with other ids, clocks and randomness: a value that differs
 * between them is free, and is bound to what the implementation gives.
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
    if (!Array.isArray(actual)) return differs('is no list');
    return listsCompared(expected as readonly Json[], (twin ?? []) as readonly Json[], actual as readonly Json[], path, how);
  }
  if (expected !== null && typeof expected === 'object') {
    if (actual === null || typeof actual !== 'object' || Array.isArray(actual)) return differs('is no object');
    return objectsCompared(expected as JsonObject, twin as JsonObject | undefined, actual as JsonObject, path, how);
  }
  // What an earlier mistake has left is no new one.
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
    // How many there are is not known where others may have made some.
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
  // What others have made may push an entry off the page.
  const isCut = how.page !== null && Math.max(expected.length, actual.length) >= how.page;
  if (how.shared && isCut && ours.length + theirs.length < expected.length + actual.length) return null;
  const inside: Comparing = how.shared ? { ...how, shared: false } : how;
  const left = [...theirs];
  const order: number[] = [];
  let nearest: Difference | null = null;
  for (const [index, pair] of ours.entries()) {
    const here = `${path}[${index}]`;
    // Binds what is free in the entry that fits.
    const at = left.findIndex((value) => difference(pair.value, pair.twin, value, inside) === null);
    if (at === -1) {
      // The one that is most like it says best what is wrong.
      nearest = compared(pair.value, pair.twin, theirs[index], here, { ...inside, bound: new Map(inside.bound) });
      return nearest ?? { path: here, expected: pair.value, actual: theirs[index], why: 'is another entry' };
    }
    order.push(theirs.indexOf(left[at] as Json));
    left.splice(at, 1);
  }
  if (left.length > 0) return { path, expected: expected, actual: actual, why: `has ${left.length} more than the document allows` };
  if (how.sorted && order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0)))
    return { path, expected: expected, actual: actual, why: 'is in another order' };
  return null;
}

/** Does a text, an id or a number in it come from this run, and none from where it went wrong? */
function isFromHere(value: Json, how: Comparing, side: 'oracle' | 'actual'): boolean {
  if (how.isOurs !== undefined) return how.isOurs(value);
  const origins = originsOf(value, how);
  return !origins.includes('spoilt') && (origins.includes('own') || how.numbered?.(value, side) === 'own');
}

/** Did an earlier mistake leave it? */
const isSpoilt = (value: Json, how: Comparing, side: 'oracle' | 'actual'): boolean =>
  originsOf(value, how).includes('spoilt') || how.numbered?.(value, side) === 'spoilt';

const originsOf = (value: Json, { origin }: Comparing): readonly ReturnType<Comparing['origin']>[] =>
  [...leavesOf(value)].map((leaf) => (typeof leaf.value === 'string' ? origin(leaf.value) : null));

/** Null: fits. */
function freeCompared(expected: Json, twin: Json | undefined, actual: Json, path: string, { bound, skew }: Comparing): string | null {
  if (typeof actual !== typeof expected || actual === null) return 'is of another kind';
  if (typeof expected === 'string' && moment.test(expected)) {
    const apart = Date.parse(String(actual)) - skew - Date.parse(expected);
    return Math.abs(apart) <= patience ? null : 'is another moment';
  }
  // Numbers of different entities may be equal at one oracle.
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
