import type { Json } from '../../expression/values/json.ts';
import type { Model } from '../../model/model.ts';
import { isSpecified, parsed } from '../answers/judge.ts';
import type { Exchange } from '../answers/side-by-side.ts';
import { type Adapter, callName, type ErrorRow, type FieldRow, type StatusRow } from './adapter.ts';

/** Adapter entries that the answers suggest. */
export type Learned = Pick<Adapter, 'answerIn' | 'fields' | 'errors' | 'statuses'>;

type Pair = readonly [expected: Json, actual: Json];

/**
 * Proposes additions to the adapter that was used for these exchanges. A row is proposed only if no
 * answer contradicts it: if a service breaks a row of the document in some situations, its mistake
 * must not become a declared name.
 */
export function learned(exchanges: readonly Exchange[], model: Model): Learned {
  const answered = exchanges.flatMap((exchange) =>
    'problem' in exchange.actual ? [] : [{ exchange, status: exchange.actual.status, body: parsed(exchange.actual.body) }],
  );
  const succeeded = answered.filter(({ exchange, status }) => exchange.expected.status < 400 && status < 400);
  const refused = answered.filter(({ exchange, status }) => exchange.expected.status >= 400 && status >= 400);
  return {
    answerIn: around(succeeded),
    fields: fieldRows(succeeded),
    statuses: statusRows(succeeded),
    errors: errorRows(refused, model),
  };
}

interface Seen {
  readonly exchange: Exchange;
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly body: Json | undefined;
}

const isObject = (json: Json | undefined): json is { readonly [key: string]: Json } =>
  json !== null && typeof json === 'object' && !Array.isArray(json);

/** Groups the items by the value of `key`. */
function grouped<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** The value that all items share; undefined if they differ or there are none. */
function only<T, V>(items: readonly T[], value: (item: T) => V | undefined): V | undefined {
  const [first, ...others] = new Set(items.map(value));
  return others.length === 0 ? first : undefined;
}

/** One row for all calls if they agree, else one row per call. */
function statusRows(seen: readonly Seen[]): StatusRow[] {
  const rows: StatusRow[] = [];
  for (const [status, all] of grouped(seen, ({ exchange }) => exchange.expected.status)) {
    const here = only(all, (one) => one.status);
    if (here !== undefined) {
      if (here !== status) rows.push({ call: null, status, here });
      continue;
    }
    for (const [call, some] of grouped(all, ({ exchange }) => callName(exchange.attempt.call))) {
      const its = only(some, (one) => one.status);
      if (its !== undefined && its !== status) rows.push({ call, status, here: its });
    }
  }
  return rows;
}

/**
 * An error code: a word, or several joined by dashes, underscores or dots: `own-book`, `OWN_BOOK`.
 */
const code = /^[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*$/;

function errorRows(seen: readonly Seen[], model: Model): ErrorRow[] {
  const named = seen.filter(({ exchange }) => new Set((exchange.expected.refusals ?? []).map(({ error }) => error)).size === 1);
  const byError = grouped(named, ({ exchange }) => exchange.expected.refusals?.[0]?.error ?? '');
  const words = new Map([...byError].map(([error, all]) => [error, all.map(({ body }) => new Set(codesIn(body)))] as const));
  return [...byError].flatMap(([error, all]): ErrorRow[] => {
    // What the document leaves open needs no row.
    if (!isSpecified(model, error)) return [];
    const right = only(all, ({ exchange }) => exchange.expected.status);
    const actual = only(all, ({ status }) => status);
    const own = words.get(error) ?? [];
    // Codes that are in all answers to this error and in no answer to another.
    const elsewhere = [...words].flatMap(([other, sets]) => (other === error ? [] : sets));
    const candidates = [...(own[0] ?? [])].filter((word) => own.every((set) => set.has(word)) && !elsewhere.some((set) => set.has(word)));
    const here = candidates.includes(error) || candidates.length !== 1 ? null : (candidates[0] ?? null);
    const status = actual === undefined || actual === right ? null : actual;
    return here === null && status === null ? [] : [{ error, here, status }];
  });
}

function codesIn(json: Json | undefined): string[] {
  if (typeof json === 'string') return code.test(json) ? [json] : [];
  if (json === undefined || json === null || typeof json !== 'object') return [];
  return Object.values(json).flatMap((value) => codesIn(value as Json));
}

/** The key that wraps the bodies of all answers: `{"data": …}`. */
function around(seen: readonly Seen[]): readonly string[] {
  const bodies = seen.filter(({ exchange, body }) => isObject(parsed(exchange.expected.body)) && isObject(body));
  const key = only(bodies, ({ exchange, body }) => keyAround(parsed(exchange.expected.body), body));
  return key === undefined || key === null ? [] : [key];
}

/** The key of `actual` that wraps the expected object; null if none does. */
function keyAround(expected: Json | undefined, actual: Json | undefined): string | null {
  if (!isObject(expected) || !isObject(actual)) return null;
  const keys = Object.keys(expected);
  if (keys.some((key) => Object.hasOwn(actual, key))) return null;
  const inside = Object.entries(actual).filter(([, value]) => isObject(value) && keys.some((key) => Object.hasOwn(value, key)));
  return inside.length === 1 ? (inside[0]?.[0] ?? null) : null;
}

/** Pairs each missing key with the extra key that has its values. */
function fieldRows(seen: readonly Seen[]): FieldRow[] {
  const votes = new Map<string, Map<string, number>>();
  const kept = new Set<string>();
  for (const { exchange, body } of seen)
    for (const [expected, actual] of objectsOf(parsed(exchange.expected.body), body)) {
      if (!isObject(expected) || !isObject(actual)) continue;
      const missing = Object.keys(expected).filter((key) => !Object.hasOwn(actual, key));
      const extra = Object.keys(actual).filter((key) => !Object.hasOwn(expected, key));
      for (const key of Object.keys(expected)) if (!missing.includes(key)) kept.add(key);
      for (const key of missing) {
        const known = votes.get(key);
        const alike = extra.filter((other) => isAlike(expected[key] as Json, actual[other] as Json));
        // Each answer can only rule candidates out.
        const left = known === undefined ? alike : alike.filter((other) => known.has(other));
        votes.set(key, new Map(left.map((other) => [other, 1 + (known?.get(other) ?? 0)])));
      }
    }
  const rows = [...votes].flatMap(([field, candidates]): FieldRow[] => {
    const [here, ...others] = candidates.keys();
    return here === undefined || others.length > 0 || kept.has(field) ? [] : [{ call: null, field, here }];
  });
  return rows.filter(({ here }) => rows.filter((row) => row.here === here).length === 1);
}

/** The objects at the same places of two bodies. */
function* objectsOf(expected: Json | undefined, actual: Json | undefined): Generator<Pair> {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    // List entries are not matched up, so only lists with a single entry are compared.
    if (expected.length === 1 && actual.length === 1) yield* objectsOf(expected[0] as Json, actual[0] as Json);
    return;
  }
  if (!isObject(expected) || !isObject(actual)) return;
  yield [expected, actual];
  for (const [key, value] of Object.entries(expected)) yield* objectsOf(value, actual[key]);
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);

/** Whether values are equal, or alike where each side generates its own: ids, times, tokens. */
function isAlike(expected: Json, actual: Json): boolean {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return true;
  if (typeof expected !== typeof actual || expected === null || actual === null) return false;
  if (Array.isArray(expected) !== Array.isArray(actual)) return false;
  if (typeof expected === 'object') return true;
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  return isMoment(expected) === isMoment(actual) && expected.length >= 16 && actual.length >= 8;
}
