import type { Platform } from '../../base/platform.ts';
import type { Span } from '../../base/span.ts';
import type { Json } from '../../expression/values/json.ts';
import type { Call } from '../../model/ast/calls.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import type { SecretOf } from '../../serve/calls/signature.ts';
import { type Adapter, adaptedAnswer, adaptedRequest, sameNames } from '../adapter/adapter.ts';
import { type Persona, type Side, tokenOf } from '../plan/planned.ts';
import { type Made, recordOf, storedValue } from '../plan/situations.ts';
import { endOf, quietAfter } from '../plan/waits.ts';
import type { GivenPerson } from '../sending/people-file.ts';
import { pagingOf } from '../values/call-inputs.ts';
import type { Comparing } from './compare.ts';
import type { Answered, Implementation, NoAnswer } from './implementation.ts';
import { type Fault, judge, parsed, tellsOfOne, tellsWhoAsks } from './judge.ts';
import { leafEntity } from './leaf-entity.ts';
import { Oracle } from './oracle.ts';
import { oracleClock } from './oracle-clock.ts';
import { OwnNumbers } from './own-numbers.ts';
import { type Attempt, askedOf, type Request, requestOf, signedRequest } from './request.ts';
import { at, type Bodies, leavesOf, NotAnswered, type Path, Ref } from './template.ts';

/** A request with the expected and the actual answer. */
export interface Exchange {
  readonly number: number;
  /** When it began by the oracle's clock: milliseconds since the epoch. */
  readonly at: number;
  readonly attempt: Attempt;
  /** The request as it was sent to the implementation. */
  readonly sent: Request;
  readonly expected: CallAnswer;
  readonly actual: Answered | NoAnswer;
  readonly fault: Fault | null;
  /** The rows of the document that decided the answer. */
  readonly rows: readonly Span[];
  /** The row of the timer whose work the answer shows, just after time has passed; null: none. */
  readonly timer: Span | null;
}

/** A timer whose work a read shows; `fired`: it was due, else it must not have fired yet. */
export interface ShownTimer {
  readonly row: Span;
  readonly fired: boolean;
}

/** The longest wait, in seconds, that an implementation may ask for. */
const longestWait = 60;
const retries = 3;

/**
 * Sends each request to the oracle, to a second oracle with other ids and another clock, and to
 * the implementation, and compares what they answer. All three go through the same requests from
 * the start, so that they stay in the same state.
 */
export class SideBySide {
  readonly model: Model;
  readonly oracle: Oracle;
  /** For trials, independent of what was sent since it was last restored. */
  readonly trials: Oracle;
  readonly exchanges: Exchange[] = [];
  readonly #twin: Oracle;
  readonly #implementation: Implementation;
  readonly #adapter: Adapter;
  readonly #origin: Comparing['origin'];
  readonly #secretOf: SecretOf;
  readonly #bodies: { readonly oracle: (Json | undefined)[]; readonly twin: (Json | undefined)[]; readonly actual: (Json | undefined)[] } =
    {
      oracle: [],
      twin: [],
      actual: [],
    };
  readonly #bound = new Map<string, Json>();
  /** The values of the implementation in `bound`. */
  readonly #given = new Set<Json>();
  /** Where answers contain each value, by field and entity; the latest comes last. */
  readonly #places = new Map<string, Map<string, Ref>>();
  readonly #now: () => number;
  readonly #numbers: OwnNumbers;
  #skew = 0;
  /** Why the implementation's clock could not be set; null if nothing went wrong. */
  clockFailure: string | null = null;

  constructor({ model, platform, implementation, adapter = sameNames, people = [], secretOf, origin, marker }: SideBySideParts) {
    this.model = model;
    this.#implementation = implementation;
    this.#adapter = adapter;
    this.#origin = origin;
    this.#numbers = new OwnNumbers(model, origin, marker);
    this.#secretOf = secretOf;
    this.#now = platform.now;
    this.oracle = new Oracle(model, { ...oracleClock(platform, 4), people });
    this.trials = new Oracle(model, { ...oracleClock(platform, 2), people });
    this.#twin = new Oracle(model, { ...oracleClock(platform, 1511), serials: 4099, people });
  }

  readonly bodies: Bodies = (exchange) => this.#bodies.oracle[exchange];

  /** The request for the oracle. */
  asked(attempt: Attempt): Request {
    return askedOf(attempt, this.bodies);
  }

  /** Whether the implementation can be reset. */
  get hasReset(): boolean {
    return this.#implementation.reset !== undefined;
  }

  /** Whether the implementation's clock can be set. */
  get hasClock(): boolean {
    return this.#implementation.setClock !== undefined;
  }

  /**
   * Puts all sides back to the start, as far as the implementation supports that: its clock, so
   * that it agrees with the oracle's, and its data. Returns what failed, in words, or null.
   */
  async restart(): Promise<string | null> {
    // The clock goes back first, because data must not begin in the future.
    const why = (await this.#startClock()) ?? (await this.#reset());
    if (why !== null) return why;
    for (const oracle of [this.oracle, this.#twin]) oracle.restart();
    for (const known of [this.#bound, this.#given, this.#places]) known.clear();
    this.#numbers.forget();
    return null;
  }

  async #startClock(): Promise<string | null> {
    this.clockFailure = (await this.#implementation.setClock?.(this.#now())) ?? null;
    return this.clockFailure === null ? null : `the clock could not be set: ${this.clockFailure}`;
  }

  async #reset(): Promise<string | null> {
    if (this.#implementation.reset === undefined) return null;
    const why = await this.#implementation.reset();
    if (why !== null) return `the reset failed: ${why}`;
    // It may have started a process with a clock of its own.
    return this.#startClock();
  }

  /** Signs these examples in at the oracles after a restart; at the implementation they are not. */
  resumeSessions(people: readonly Persona[]): void {
    this.#withTokens(people, (side, token, { name }) => side.resumeSession(token, name));
  }

  /** Keeps the sessions of people from ending where answers are expected. */
  keepSessions(people: readonly Persona[]): void {
    this.#withTokens(people, (side, token) => side.keepSessions([token]));
  }

  /** Ends the sessions of people where answers are expected. */
  endSessions(people: readonly Persona[]): void {
    this.#withTokens(people, (side, token) => side.endSession(token));
  }

  #withTokens(people: readonly Persona[], body: (side: Oracle, token: string, one: Persona) => void): void {
    const { oracle, twin } = this.#bodies;
    for (const one of people)
      for (const [side, bodies] of [
        [this.oracle, oracle],
        [this.#twin, twin],
      ] as const) {
        const token = tokenOf(one, (exchange) => bodies[exchange]);
        if (token !== null) body(side, token, one);
      }
  }

  /**
   * Sends a request to all sides and judges the answer. Null if an earlier answer lacks a value
   * that it needs. `timers`: those whose work the answer shows.
   */
  async exchange(attempt: Attempt, timers: readonly ShownTimer[] = []): Promise<Exchange | null> {
    const { oracle, twin, actual } = this.#bodies;
    let sent: Request;
    let request: Request;
    let atTwin: Request;
    try {
      request = askedOf(attempt, (number) => oracle[number]);
      atTwin = askedOf(attempt, (number) => twin[number]);
      const here = requestOf(attempt, (number) => actual[number]);
      sent = signedRequest(attempt, adaptedRequest(this.#adapter, attempt.call, here), this.#secretOf);
    } catch (error) {
      if (error instanceof NotAnswered) return null;
      throw error;
    }
    const at = this.oracle.now();
    const [expected, observed] = this.oracle.observed(() => this.oracle.answer(request));
    const fired = timers.filter((one) => one.fired);
    const rows = [...this.#rowsOf(attempt, expected, observed), ...fired.map(({ row }) => row)];
    const other = this.#twin.answer(atTwin);
    const answer =
      attempt.moment === undefined
        ? adaptedAnswer(this.#adapter, attempt.call, expected, await this.#sent(sent, expected.status))
        : await this.#setClock(attempt.moment);
    if (answer === null) return null;
    // A clock that was set is as far as the oracle's, even if the header comes from another one.
    if (!this.hasClock && 'date' in answer && answer.date !== null) this.#skew = answer.date - this.#now();
    const number = this.exchanges.length;
    const fault =
      attempt.moment !== undefined
        ? null
        : judge({
            model: this.model,
            call: attempt.call,
            expected,
            twin: other,
            actual: answer,
            how: {
              bound: this.#bound,
              skew: this.#skew,
              origin: (text) => this.#originOf(text),
              numbered: (entry, side) => this.#numbers.originOf(attempt.call, entry, side),
            },
            page: pageOf(attempt),
            narrowed: this.#origin(decodeURIComponent(request.query)) === 'own' || (attempt.isOwn === true && tellsWhoAsks(attempt.call)),
          });
    for (const value of this.#bound.values()) this.#given.add(value);
    oracle.push(parsed(expected.body));
    twin.push(parsed(other.body));
    actual.push('problem' in answer ? undefined : parsed(answer.body));
    this.#note(number, attempt.call, oracle[number], twin[number]);
    if (fault === null) this.#numbers.note(attempt.call, oracle[number], twin[number], actual[number]);
    const timer = (fired[0] ?? timers[0])?.row ?? null;
    const exchange = { number, at, attempt, sent, expected, actual: answer, fault, rows, timer };
    this.exchanges.push(exchange);
    return exchange;
  }

  #rowsOf({ call, moment }: Attempt, { status, refusals = [] }: CallAnswer, observed: readonly Span[]): readonly Span[] {
    // What happens while time passes shows only when it is read.
    if (moment !== undefined) return [];
    if (status < 400) return [call.span, ...observed];
    const errors = refusals.map(({ error }) => this.model.errors.find(({ name }) => name.text === error)?.span);
    return [call.span, ...refusals.map(({ at }) => at), ...errors].filter((span) => span !== undefined && span !== null);
  }

  /**
   * The place of the implementation's counterpart of the oracle's value of a field; null if
   * unknown. Records of different entities may have the same number.
   */
  refTo(value: Json, field: string, entity: string | null): Ref | null {
    const found = this.#places.get(`${typeof value} ${String(value)}`);
    const named = found?.get(placeOf(field, entity)) ?? found?.get(placeOf(field, null));
    if (named !== undefined) return named;
    return typeof value === 'string' && value.length >= 16 ? ([...(found?.values() ?? [])].at(-1) ?? null) : null;
  }

  async #setClock(moment: number): Promise<Answered | null> {
    this.clockFailure = (await this.#implementation.setClock?.(moment)) ?? null;
    return this.clockFailure === null ? { status: 204, body: null, date: null, retryAfter: null } : null;
  }

  async #sent(request: Request, expected: number): Promise<Answered | NoAnswer> {
    for (let round = 0; ; round++) {
      const answer = await this.#implementation.send(request);
      const busy = 'status' in answer && (answer.status === 429 || answer.status === 503) && answer.status !== expected;
      if (!busy || answer.retryAfter === null || answer.retryAfter > longestWait || round === retries) return answer;
      await this.#implementation.wait(Math.max(1, answer.retryAfter) * 1000);
    }
  }

  #note(exchange: number, call: Call, body: Json | undefined, twin: Json | undefined): void {
    if (body === undefined) return;
    const one = tellsOfOne(call);
    for (const { path, value } of leavesOf(body)) {
      if (value === null || typeof value === 'boolean') continue;
      const key = `${typeof value} ${String(value)}`;
      const field = String(path.findLast((part) => typeof part === 'string') ?? '');
      const place = placeOf(field, leafEntity(this.model, call, path));
      const known = this.#places.get(key) ?? new Map<string, Ref>();
      this.#places.set(key, known);
      // Other clients may have created records, so list indexes differ between the sides.
      const isListed = !one && path.some((part) => typeof part === 'number');
      const found = !isListed ? path : known.has(place) ? null : listedAt(body, twin, path);
      if (found === null) continue;
      known.delete(place);
      known.set(place, new Ref(exchange, found));
    }
  }

  #originOf(text: string): 'own' | 'spoilt' | null {
    const isKnownId = text.length >= 16 && (this.#bound.has(text) || this.#given.has(text));
    return this.#origin(text) ?? (isKnownId ? 'own' : null);
  }
}

const placeOf = (field: string, entity: string | null): string => `${field} ${entity ?? ''}`;

/**
 * The path to a value in a list entry, which is identified by a text that no other entry has and
 * both oracles share. Null if there is no such text.
 */
function listedAt(body: Json, twin: Json | undefined, path: readonly (string | number)[]): Path | null {
  const place = path.findIndex((part) => typeof part === 'number');
  const before = path.slice(0, place);
  const [list, other] = [at(body, before), at(twin, before)];
  const rest = path.slice(place + 1);
  if (!Array.isArray(list) || !Array.isArray(other) || rest.some((part) => typeof part === 'number')) return null;
  const entry = (list as readonly Json[])[path[place] as number];
  if (entry === null || entry === undefined || typeof entry !== 'object') return null;
  const isOnly = (entries: readonly Json[], where: string, is: string): boolean =>
    entries.filter((one) => at(one, [where]) === is).length === 1;
  for (const [where, is] of Object.entries(entry))
    if (typeof is === 'string' && where !== rest.at(-1) && isOnly(list, where, is) && isOnly(other, where, is))
      return [...before, { where, is }, ...rest];
  return null;
}

/**
 * How the implementation knows records: by the values in its answers. `numbers`: whether those that
 * the product counts up for examples are known from answers only, or assumed to begin with 1.
 */
export const answeredSide = (
  side: SideBySide,
  people: readonly Persona[],
  made: Made,
  numbers: 'from answers' | 'assumed' = 'assumed',
): Side => ({
  persona: (place) => people[place] as Persona,
  endOf(step) {
    const moment = endOf(step, { ...side, people }, made);
    return moment === undefined ? undefined : quietAfter(side.model, side.oracle, moment);
  },
  value: (handle, path, chosen = false) => {
    const { model, oracle } = side;
    const about = recordOf({ model, oracle, people }, made, handle);
    const value = storedValue(model, oracle, about, path);
    if (value === undefined || value === null) return undefined;
    if (chosen) return value;
    const entity = entityAlong(model, about?.entity ?? '', path);
    const field = path.at(-1) ?? 'id';
    const ref = side.refTo(value, field, entity);
    if (ref !== null || field === 'id') return ref ?? undefined;
    // Values that this run chose, and those of examples, are the same on every side.
    const isCounted = typeof value === 'number' && fieldOf(model, entity ?? '', field)?.type.kind === 'serial';
    const isSame = handle.kind === 'example' ? !isCounted || numbers === 'assumed' : typeof value === 'string';
    return isSame ? value : undefined;
  },
});

/** The entity whose field is at the end of a path over relations; null if there is none. */
function entityAlong(model: Model, entity: string, [name = '', ...rest]: readonly string[]): string | null {
  if (rest.length === 0) return entity;
  const type = fieldOf(model, entity, name)?.type;
  return type?.kind === 'relation' ? entityAlong(model, type.entity.text, rest) : null;
}

/** The length at which the answer's list may be cut off; null if it never is. */
function pageOf({ call, query }: Attempt): number | null {
  const paging = call.query.filter(({ name }) => pagingOf(call, name.text) !== null);
  if (paging.length === 0) return null;
  const limit = paging.find(({ name }) => pagingOf(call, name.text) === 'limit');
  const given = query.find(([name]) => pagingOf(call, name) !== null);
  // With a given limit or offset, a list of any length may be cut off.
  return given !== undefined ? 0 : Number(limit?.default ?? 0);
}

interface SideBySideParts {
  readonly model: Model;
  readonly platform: Platform;
  readonly implementation: Implementation;
  /** Absent: the implementation uses the names of the document. */
  readonly adapter?: Adapter | undefined;
  readonly people?: readonly GivenPerson[] | undefined;
  readonly secretOf: SecretOf;
  readonly origin: Comparing['origin'];
  /** The current marker of texts; absent: only texts show the origin of records. */
  readonly marker?: () => string;
}
