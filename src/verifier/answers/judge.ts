import type { Json } from '../../expression/values/json.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import { requestErrors } from '../../model/own-words.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { getsOf, getsSender } from '../values/call-inputs.ts';
import { type Comparing, difference } from './compare.ts';
import type { Answered, NoAnswer } from './implementation.ts';

/** What is wrong with an answer. */
export interface Fault {
  /** Equal for faults that one mistake explains. */
  readonly cause: string;
  /** The message: `expected 403 FORBIDDEN, got 200`. */
  readonly words: string;
  /** The key of the body whose value is wrong. */
  readonly key?: string;
}

interface Judged {
  readonly model: Model;
  readonly call: Call;
  readonly expected: CallAnswer;
  readonly twin: CallAnswer;
  readonly actual: Answered | NoAnswer;
  readonly how: Omit<Comparing, 'shared' | 'sorted' | 'page'>;
  /** The length at which a list may be cut off; null if it never is. */
  readonly page: number | null;
  /** The request names a value of this run, so the answer is about this run’s records only. */
  readonly narrowed: boolean;
}

/** Errors that every document has, with fixed statuses. */
const standard = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

/** Judges an answer; null if the document allows it. */
export function judge(judged: Judged): Fault | null {
  const { model, expected, twin, actual } = judged;
  if ('problem' in actual)
    return { cause: `problem ${actual.problem}`, words: `expected ${expectedWords(expected)}, but ${actual.problem}` };
  const statuses = allowedStatuses(model, expected);
  const got = `${actual.status}${namedIn(model, actual)}`;
  if (!statuses.includes(actual.status))
    return { cause: `status ${expectedWords(expected)} ${actual.status}`, words: `expected ${expectedWords(expected)}, got ${got}` };
  // A clock or randomness decided the outcome, so only the status can be judged.
  if (expected.status !== twin.status) return null;
  return expected.status >= 400 ? judgedError(judged, actual) : judgedBody(judged, actual);
}

/**
 * Whether the answer is about a record that the request names or creates, not about all records.
 */
export const tellsOfOne = ({ does }: Call): boolean =>
  does?.steps.some(({ kind }) => kind === 'get' || kind === 'create' || kind === 'sign-in' || kind === 'sign-up') === true;

/** Whether the call shows the sender's own record, whoever sends it: `GET /me`. */
export const tellsWhoAsks = (call: Call): boolean => {
  const { method, does, returns } = call;
  if (method !== 'GET') return false;
  if (does !== null) return does.steps.length === 1 && getsOf(call).some(({ get }) => getsSender(get));
  return returns?.body?.reads.me === true && returns.body.reads.entities.length === 0;
};

function judgedBody({ call, expected, twin, how, narrowed, page }: Judged, actual: Answered): Fault | null {
  if (expected.body === null) return null;
  const body = parsed(actual.body);
  if (body === undefined) return { cause: 'no JSON', words: 'expected a JSON body, got none' };
  const steps = call.does?.steps ?? [];
  const sorted = steps.some((step) => step.kind === 'list' && step.sort.length > 0);
  const found = difference(parsed(expected.body), parsed(twin.body), body, {
    ...how,
    shared: !tellsOfOne(call) && !narrowed,
    sorted,
    page,
  });
  return found === null ? countFault(call, body, page) : differenceFault(found);
}

/** A total that differs from the length of the list, although no page cuts it off. */
function countFault({ returns }: Call, body: Json, page: number | null): Fault | null {
  if (returns?.body?.node?.kind !== 'map' || body === null || typeof body !== 'object' || Array.isArray(body)) return null;
  const lists = Object.values(body).filter((value) => Array.isArray(value));
  const [list] = lists;
  if (list === undefined || lists.length > 1 || (page !== null && list.length >= page)) return null;
  for (const { key, value } of returns.body.node.entries) {
    if (value.kind !== 'name' || value.name !== 'total' || key.kind !== 'literal') continue;
    const count = (body as { readonly [key: string]: Json })[String(key.value)];
    if (typeof count === 'number' && count !== list.length)
      return { cause: `count ${key.value}`, words: `${key.value} is ${count}, but the whole list has ${list.length}` };
  }
  return null;
}

function judgedError({ model, expected, twin, how }: Judged, actual: Answered): Fault | null {
  const [refusal] = expected.refusals ?? [];
  if (refusal === undefined || !isSpecified(model, refusal.error)) return null;
  if (model.errorBody !== null) {
    const found = difference(parsed(expected.body), parsed(twin.body), parsed(actual.body), {
      ...how,
      shared: false,
      sorted: false,
      page: null,
    });
    return found === null ? null : differenceFault(found);
  }
  // The form is not specified, but if the answer names an error of section 8, it must be this one.
  const names = namesIn(model, actual);
  const expectedNames = (expected.refusals ?? []).map(({ error }) => error);
  if (names.length === 0 || names.some((name) => expectedNames.includes(name))) return null;
  return {
    cause: `error ${refusal.error} ${names.join(' ')}`,
    words: `expected ${expectedWords(expected)}, got ${actual.status} ${names.join(', ')}`,
  };
}

function differenceFault({ path, expected, actual, why }: NonNullable<ReturnType<typeof difference>>): Fault {
  const place = path === '' ? 'the body' : path;
  const said = expected === undefined ? '' : `: expected ${short(expected)}, got ${short(actual)}`;
  const key =
    path
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? '';
  return { cause: `body ${path.replace(/\[\d+\]/g, '[]')} ${why}`, words: `${place} ${why}${said}`, key };
}

export const short = (json: Json | undefined): string => {
  const text = json === undefined ? 'nothing' : JSON.stringify(json);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};

/** Whether section 8 defines this error, or the notation does for every document. */
export const isSpecified = (model: Model, error: string): boolean =>
  standard.has(error) || model.errors.some(({ name }) => name.text === error);

/**
 * The statuses that the document allows; an error that it leaves open may have any status of its
 * class.
 */
function allowedStatuses(model: Model, { status, refusals = [] }: CallAnswer): readonly number[] {
  const error = refusals[0]?.error;
  if (status < 400 || error === undefined || isSpecified(model, error)) return [status];
  if (error === 'INVALID') return [400, 422];
  return requestErrors.includes(error) ? Array.from({ length: 100 }, (_, index) => 400 + index) : [status];
}

const expectedWords = ({ status, refusals = [] }: CallAnswer): string => [status, ...new Set(refusals.map(({ error }) => error))].join(' ');

function namedIn(model: Model, actual: Answered): string {
  const names = namesIn(model, actual);
  return names.length === 0 ? '' : ` ${names.join(', ')}`;
}

/** The standard errors and those of section 8 that an answer names. */
function namesIn(model: Model, { status, body }: Answered): readonly string[] {
  if (status < 400 || body === null) return [];
  const known = new Set([...standard, ...model.errors.map(({ name }) => name.text)]);
  return [...new Set(body.match(/[A-Z][A-Z0-9_]{2,}/g) ?? [])].filter((word) => known.has(word));
}

/** The parsed body; undefined if it is empty or not JSON. */
export function parsed(body: string | null): Json | undefined {
  if (body === null || body === '') return undefined;
  try {
    return JSON.parse(body) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
