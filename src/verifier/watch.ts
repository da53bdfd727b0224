import { fixedPlatform, type Platform } from '../base/platform.ts';
import type { Json } from '../expression/values/json.ts';
import type { Call } from '../model/ast/calls.ts';
import type { Model } from '../model/model.ts';
import { Routes } from '../serve/calls/routes.ts';
import type { Answered } from './answers/implementation.ts';
import { type Fault, judge, parsed, tellsOfOne } from './answers/judge.ts';
import { Oracle } from './answers/oracle.ts';
import type { Request } from './answers/request.ts';
import { at, leavesOf } from './answers/template.ts';
import { type Input, inputsOf, pagingOf } from './values/call-inputs.ts';

/** An observed request, and how it was judged. */
export interface Watched {
  /** The call, `POST /books/:number/lend`; null if the document has no such call. */
  readonly call: Call | null;
  readonly request: Request;
  readonly answer: Answered;
  /**
   * What the document does not allow about the answer; null if nothing, or if it was not judged.
   */
  readonly fault: Fault | null;
  /** Why the answer was not judged; null if it was. */
  readonly unjudged: string | null;
}

interface WatchParts {
  readonly model: Model;
  readonly platform: Platform;
}

/** The counterparts of an implementation's value in the two oracles. */
interface Known {
  readonly oracle: Json;
  readonly twin: Json;
}

/**
 * Follows the requests of clients to an implementation and judges its answers; it sends nothing
 * itself. It knows only what it saw, so it does not judge sessions and records from before, or
 * refusals that earlier data may explain.
 */
export class Watch {
  readonly #model: Model;
  readonly #oracle: Oracle;
  readonly #twin: Oracle;
  readonly #routes: Routes;
  readonly #now: () => number;
  /** By key and value, and long texts also by the value alone. */
  readonly #known = new Map<string, Known>();
  readonly #bound = new Map<string, Json>();
  /**
   * Keys whose values each side generates, such as `number` and `id`, with the values seen so far.
   */
  readonly #made = new Map<string, Set<Json>>();
  /** Values of records on which the implementation and the document have diverged. */
  readonly #spoilt = new Set<string>();
  readonly #inputs = new Map<Call, readonly Input[]>();
  #skew = 0;

  constructor({ model, platform }: WatchParts) {
    this.#model = model;
    this.#routes = new Routes(model.calls);
    this.#now = platform.now;
    const clock = (ahead: number): Platform => {
      let last = 0;
      return { ...fixedPlatform(0, ahead), now: () => (last = Math.max(platform.now() + ahead, last + 1)) };
    };
    this.#oracle = new Oracle(model, { platform: clock(1) });
    this.#twin = new Oracle(model, { platform: clock(1511), serials: 4099 });
  }

  saw(request: Request, answer: Answered): Watched {
    const call = this.#routes.match(request.method, request.path)?.call ?? null;
    const seen = { call, request, answer };
    if (call === null) return { ...seen, fault: null, unjudged: 'the document has no such call' };
    if (answer.status === 429 || answer.status === 503) return { ...seen, fault: null, unjudged: 'the service was busy' };
    if (answer.date !== null) this.#skew = answer.date - this.#now();
    const sides = this.#sides(call, request);
    if (typeof sides === 'string') return { ...seen, fault: null, unjudged: sides };
    const before = request.method === 'GET' ? null : ([this.#oracle.snapshot(), this.#twin.snapshot()] as const);
    const expected = this.#oracle.answer(sides.oracle);
    const twin = this.#twin.answer(sides.twin);
    const unjudged = this.#explained(call, expected.status, answer.status, sides.strange);
    const fault =
      unjudged !== null
        ? null
        : judge({
            model: this.#model,
            call,
            expected,
            twin,
            actual: answer,
            how: {
              bound: this.#bound,
              skew: this.#skew,
              origin: (text) => (this.#spoilt.has(text) ? 'spoilt' : null),
              isOurs: (entry) => this.#isOurs(entry),
            },
            page: pageOf(call, request),
            narrowed: false,
          });
    const [isExpected, isDone] = [expected.status < 400, answer.status < 400];
    if (!isDone && before !== null) for (const [index, side] of [this.#oracle, this.#twin].entries()) side.restore(before[index as 0 | 1]);
    if (isExpected && isDone) this.#learn(call, [parsed(answer.body), parsed(expected.body), parsed(twin.body)]);
    else if (isDone && request.method !== 'GET') for (const text of this.#textsOf(request, answer)) this.#spoilt.add(text);
    return { ...seen, fault, unjudged };
  }

  /** The request for each oracle, or the reason why it cannot be followed. */
  #sides(call: Call, request: Request): { readonly oracle: Request; readonly twin: Request; readonly strange: boolean } | string {
    const inputs = this.#inputs.get(call) ?? inputsOf(this.#model, call);
    this.#inputs.set(call, inputs);
    const token = request.token === null ? null : this.#known.get(keyOf('token', request.token));
    if (token === undefined) return 'its session began before watching';
    // True once it names a value that no answer showed: its record may be from before.
    let strange = false;
    let spoilt = false;
    const known = (value: Json, field: string, isReference: boolean): Known => {
      const found = this.#known.get(keyOf(field, value)) ?? (isLong(value) ? this.#known.get(keyOf('', value)) : undefined);
      if (found === undefined && isReference) strange = true;
      if (typeof value === 'string' && this.#spoilt.has(value)) spoilt = true;
      return found ?? { oracle: value, twin: value };
    };
    const side = (which: keyof Known): Request => {
      const path = request.path.split('/').map((segment, index) => {
        const name = call.path.split('/')[index]?.replace(/^:/, '') ?? '';
        const input = inputs.find((one) => one.place === 'route' && one.name === name);
        if (input === undefined) return segment;
        return encodeURIComponent(String(known(decodeURIComponent(segment), input.sought?.path.at(-1) ?? name, true)[which]));
      });
      const query = request.query.split('&').map((pair) => {
        const [name = '', ...rest] = pair.split('=');
        if (rest.length === 0) return pair;
        const value = decodeURIComponent(rest.join('=').replaceAll('+', ' '));
        return `${name}=${encodeURIComponent(String(known(value, decodeURIComponent(name), false)[which]))}`;
      });
      const body = parsed(request.body);
      const translated = (json: Json, key: string): Json => {
        if (Array.isArray(json)) return (json as readonly Json[]).map((item) => translated(item, key));
        if (json !== null && typeof json === 'object')
          return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, translated(value as Json, name)]));
        const type = inputs.find((one) => one.place === 'body' && one.name === key)?.type;
        const isReference = type?.kind === 'record' && json !== null;
        return isReference || isLong(json) ? known(json, isReference ? 'id' : key, isReference)[which] : json;
      };
      return {
        ...request,
        path: path.join('/'),
        query: query.join('&'),
        token: token === null ? null : String(token[which]),
        body: body === undefined ? request.body : JSON.stringify(translated(body, '')),
      };
    };
    const sides = { oracle: side('oracle'), twin: side('twin'), strange };
    return spoilt ? 'an earlier answer about the same record was wrong' : { ...sides, strange };
  }

  /** How data from before may explain the difference; null if it cannot. */
  #explained(call: Call, expected: number, actual: number, strange: boolean): string | null {
    if (strange && expected >= 400 && expected !== actual) return 'it names a record created before watching';
    if (expected >= 400 || actual < 400 || actual >= 500) return null;
    const steps = call.does?.steps ?? [];
    if (steps.some(({ kind }) => kind === 'sign-in')) return 'the account may be from before';
    const isUnique =
      this.#uniqueStatuses().has(actual) && steps.some(({ kind }) => kind === 'create' || kind === 'update' || kind === 'sign-up');
    return isUnique ? 'a record from before may have the same value' : null;
  }

  #uniqueStatuses(): ReadonlySet<number> {
    const errors = this.#model.rules.flatMap(({ must, error }) => (must.kind === 'unique' && error !== null ? [error.text] : []));
    const found = this.#model.errors.filter(({ name }) => errors.includes(name.text)).map(({ status }) => status);
    return new Set([409, ...found]);
  }

  /** Learns which values of the three answers correspond to each other. */
  #learn(call: Call, [actual, oracle, twin]: readonly (Json | undefined)[]): void {
    if (actual === undefined || oracle === undefined) return;
    for (const { path, value } of leavesOf(actual)) {
      // Other clients write to lists, so indexes differ.
      if (!tellsOfOne(call) && path.some((part) => typeof part === 'number')) continue;
      const [one, other] = [at(oracle, path), at(twin, path)];
      if (one === undefined || other === undefined || value === null || typeof value === 'boolean') continue;
      const known = { oracle: one, twin: other };
      const field = String(path.findLast((part) => typeof part === 'string') ?? '');
      this.#known.set(keyOf(field, value), known);
      if (isLong(value)) this.#known.set(keyOf('', value), known);
      if (one !== other && !isMoment(value)) set(this.#made, field).add(one).add(value);
      if (this.#oracle.accountOf(String(one)) !== null) this.#known.set(keyOf('token', value), known);
    }
  }

  /** Values that identify the records that a request was about. */
  *#textsOf(request: Request, answer: Answered): Generator<string> {
    for (const body of [parsed(request.body), parsed(answer.body)])
      for (const { value } of body === undefined ? [] : leavesOf(body)) if (typeof value === 'string' && value.length > 2) yield value;
    for (const segment of request.path.split('/').filter((one) => /\d/.test(one))) yield decodeURIComponent(segment);
  }

  /** Whether the entry has generated values, all of which were seen before. */
  #isOurs(entry: Json): boolean {
    if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return false;
    if (Object.values(entry).some((value) => this.#spoilt.has(String(value)))) return false;
    const made = Object.entries(entry).flatMap(([key, value]) => {
      const seen = this.#made.get(key);
      return seen === undefined || value === null ? [] : [seen.has(value as Json)];
    });
    return made.includes(true) && !made.includes(false);
  }
}

const isMoment = (value: Json): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);

function set(sets: Map<string, Set<Json>>, key: string): Set<Json> {
  const known = sets.get(key) ?? new Set();
  sets.set(key, known);
  return known;
}

const keyOf = (field: string, value: Json): string => `${field} ${String(value)}`;

/** Whether a value is long enough to be recognized under any key: an id, a token, a slug. */
const isLong = (value: Json): boolean => typeof value === 'string' && value.length >= 16;

/** The length at which a list may be cut off; 0 if the request pages it, null if it never is. */
function pageOf(call: Call, { query }: Request): number | null {
  const paging = call.query.filter(({ name }) => pagingOf(call, name.text) !== null);
  if (paging.length === 0) return null;
  if (paging.some(({ name }) => new URLSearchParams(query).has(name.text))) return 0;
  return Number(paging.find(({ name }) => pagingOf(call, name.text) === 'limit')?.default ?? 0);
}
