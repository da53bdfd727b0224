import type { Json } from '../../expression/values/json.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import type { Answered, NoAnswer } from '../implementation.ts';
import { parsed } from '../judge.ts';
import type { Request } from '../request.ts';
import { at } from '../template.ts';

/**
 * How an implementation names and packs what the document says: requests are translated before
 * they are sent, answers before they are compared.
 */
export interface Adapter {
  /** Before every path: `/v2`; empty: none. */
  readonly base: string;
  /** How a token is sent; null: as the document says. */
  readonly token: { readonly header: string; readonly scheme: string } | null;
  /** The keys around the body of every request, and of every answer that succeeds. */
  readonly bodyIn: readonly string[];
  readonly answerIn: readonly string[];
  readonly calls: readonly CallRow[];
  readonly fields: readonly FieldRow[];
  readonly errors: readonly ErrorRow[];
  readonly statuses: readonly StatusRow[];
}

/** Another method and path. `bodyIn`, `answerIn`: as in the adapter; null: the adapter’s. */
export interface CallRow {
  /** `POST /tickets`, without the query. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly bodyIn: readonly string[] | null;
  readonly answerIn: readonly string[] | null;
}

/** A key of bodies and queries. `call`: only there; null: everywhere. */
export interface FieldRow {
  readonly call: string | null;
  readonly field: string;
  readonly here: string;
}

/** A word that answers use for an error; `status`: what they have instead of the document's. */
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

/** `POST /tickets`: a call's method and path, as the adapter names it. */
export const callName = ({ method, path }: Call): string => `${method} ${path}`;

/** The request as the implementation understands it. */
export function adaptedRequest(adapter: Adapter, call: Call, request: Request): Request {
  const row = adapter.calls.find((one) => one.call === callName(call));
  const names = namesFor(adapter, call, 'here');
  const body = request.body === null ? undefined : parsed(request.body);
  return {
    ...request,
    method: row?.method ?? request.method,
    path: `${adapter.base}${row === undefined ? request.path : pathOf(row.path, call, request)}`,
    query: names.size === 0 ? request.query : renamedQuery(request.query, names),
    // A body that is no JSON is sent as it is.
    body: body === undefined ? request.body : JSON.stringify(wrapped(renamed(body, names), row?.bodyIn ?? adapter.bodyIn)),
  };
}

/** The answer in the words of the document. `expected`: what the document's product answers. */
export function adaptedAnswer(adapter: Adapter, call: Call, expected: CallAnswer, answer: Answered | NoAnswer): Answered | NoAnswer {
  if ('problem' in answer) return answer;
  const status = adaptedStatus(adapter, call, expected, answer.status);
  const body = parsed(answer.body);
  if (body === undefined) return { ...answer, status };
  const around = adapter.calls.find((one) => one.call === callName(call))?.answerIn ?? adapter.answerIn;
  const unpacked = status < 400 ? at(body, around) : body;
  // An answer without these keys is not what the adapter says: it is compared as it is.
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

/** An error's word here becomes its name; where several share a word, the expected one's. */
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

/** To the words of the implementation (`here`), or of the document (`field`). */
function namesFor({ fields }: Adapter, call: Call, to: 'here' | 'field'): ReadonlyMap<string, string> {
  const from = to === 'here' ? 'field' : 'here';
  // A row of the call wins over one for all calls.
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

/** The implementation's path with the request's parameters, named as in the document. */
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
