import type { Json } from '../../expression/values/json.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import type { Answered, NoAnswer } from '../answers/implementation.ts';
import { parsed } from '../answers/judge.ts';
import type { Request } from '../answers/request.ts';
import { at } from '../answers/template.ts';

/**
 * How an implementation's names and envelopes differ from the document's. Requests are translated
 * before they are sent, answers before they are compared.
 */
export interface Adapter {
  /** The prefix of every path, `/v2`; may be empty. */
  readonly base: string;
  /** How a token is sent; null: as the document says. */
  readonly token: { readonly header: string; readonly scheme: string } | null;
  /** The keys that wrap the body of every request, and (`answerIn`) of every successful answer. */
  readonly bodyIn: readonly string[];
  readonly answerIn: readonly string[];
  readonly calls: readonly CallRow[];
  readonly fields: readonly FieldRow[];
  readonly errors: readonly ErrorRow[];
  readonly statuses: readonly StatusRow[];
}

/**
 * A call with another method or path. `bodyIn` and `answerIn` override the adapter's unless null.
 */
export interface CallRow {
  /** `POST /tickets`, without the query. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly bodyIn: readonly string[] | null;
  readonly answerIn: readonly string[] | null;
}

/**
 * A key of bodies and queries with another name. `call`: the only call it applies to; null: all.
 */
export interface FieldRow {
  readonly call: string | null;
  readonly field: string;
  readonly here: string;
}

/**
 * The code that answers use for an error, and the status they have instead of the document's. Null:
 * the same.
 */
export interface ErrorRow {
  readonly error: string;
  readonly here: string | null;
  readonly status: number | null;
}

export interface StatusRow {
  readonly call: string | null;
  readonly status: number;
  readonly here: number;
}

export const sameNames: Adapter = { base: '', token: null, bodyIn: [], answerIn: [], calls: [], fields: [], errors: [], statuses: [] };

/** How adapters name a call: `POST /tickets`. */
export const callName = ({ method, path }: Call): string => `${method} ${path}`;

/** The request in the implementation's names. */
export function adaptedRequest(adapter: Adapter, call: Call, request: Request): Request {
  const row = adapter.calls.find((one) => one.call === callName(call));
  const names = namesFor(adapter, call, 'here');
  const body = request.body === null ? undefined : parsed(request.body);
  return {
    ...request,
    method: row?.method ?? request.method,
    path: `${adapter.base}${row === undefined ? request.path : pathOf(row.path, call, request)}`,
    query: names.size === 0 ? request.query : renamedQuery(request.query, names),
    // A body that is not JSON is sent unchanged.
    body: body === undefined ? request.body : JSON.stringify(wrapped(renamed(body, names), row?.bodyIn ?? adapter.bodyIn)),
  };
}

/** The answer in the document's names. `expected`: the answer of the document's product. */
export function adaptedAnswer(adapter: Adapter, call: Call, expected: CallAnswer, answer: Answered | NoAnswer): Answered | NoAnswer {
  if ('problem' in answer) return answer;
  const status = adaptedStatus(adapter, call, expected, answer.status);
  const body = parsed(answer.body);
  if (body === undefined) return { ...answer, status };
  const around = adapter.calls.find((one) => one.call === callName(call))?.answerIn ?? adapter.answerIn;
  const unpacked = status < 400 ? at(body, around) : body;
  // An answer without these keys does not match the adapter, so it is compared unchanged.
  const named = renamed(unpacked === undefined ? body : unpacked, namesFor(adapter, call, 'field'));
  return { ...answer, status, body: JSON.stringify(status < 400 ? named : withErrors(adapter, expected, named)) };
}

function adaptedStatus({ errors, statuses }: Adapter, call: Call, { status, refusals = [] }: CallAnswer, actual: number): number {
  const expectedErrors = refusals.map(({ error }) => error);
  const isError = errors.some((row) => row.status === actual && expectedErrors.includes(row.error));
  const isOther = statuses.some(
    (row) => row.here === actual && row.status === status && (row.call === null || row.call === callName(call)),
  );
  return isError || isOther ? status : actual;
}

/**
 * Replaces the implementation's error codes by the document's errors; if several share a code, by
 * the expected one.
 */
function withErrors({ errors }: Adapter, { refusals = [] }: CallAnswer, body: Json): Json {
  const expected = refusals.map(({ error }) => error);
  const inWords = (json: Json): Json => {
    if (typeof json === 'string') {
      const rows = errors.filter(({ here }) => here === json);
      return (rows.find(({ error }) => expected.includes(error)) ?? rows[0])?.error ?? json;
    }
    if (json === null || typeof json !== 'object') return json;
    if (Array.isArray(json)) return (json as readonly Json[]).map(inWords);
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, inWords(value as Json)]));
  };
  return errors.length === 0 ? body : inWords(body);
}

/** Maps names to the implementation's (`here`) or to the document's (`field`). */
function namesFor({ fields }: Adapter, call: Call, to: 'here' | 'field'): ReadonlyMap<string, string> {
  const from = to === 'here' ? 'field' : 'here';
  // A row for this call overrides one for all calls.
  const rows = [...fields.filter((row) => row.call === null), ...fields.filter((row) => row.call === callName(call))];
  return new Map(rows.map((row) => [row[from], row[to]]));
}

function renamed(json: Json, names: ReadonlyMap<string, string>): Json {
  if (names.size === 0 || json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return (json as readonly Json[]).map((item) => renamed(item, names));
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [names.get(key) ?? key, renamed(value as Json, names)]));
}

const wrapped = (json: Json, keys: readonly string[]): Json => keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), json);

const renamedQuery = (query: string, names: ReadonlyMap<string, string>): string =>
  query
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      const here = names.get(decodeURIComponent(name));
      return here === undefined ? pair : [encodeURIComponent(here), ...value].join('=');
    })
    .join('&');

/** The implementation's path, filled with the request's parameters. */
function pathOf(path: string, call: Call, request: Request): string {
  const given = request.path.split('/');
  const values = new Map(
    call.path.split('/').flatMap((segment, index) => (segment.startsWith(':') ? [[segment, given[index] ?? ''] as const] : [])),
  );
  return path
    .split('/')
    .map((segment) => values.get(segment) ?? segment)
    .join('/');
}
