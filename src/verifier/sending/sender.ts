import type { Span } from '../../base/span.ts';
import type { Json } from '../../expression/values/json.ts';
import { entityOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import type { StoredRecord } from '../../store/store.ts';
import { tellsWhoAsks } from '../answers/judge.ts';
import type { Attempt } from '../answers/request.ts';
import { answeredSide, type Exchange, type ShownTimer, type SideBySide } from '../answers/side-by-side.ts';
import { leavesOf } from '../answers/template.ts';
import { attemptOf, type CallInputs, type Handle, type Persona, type Planned, type Side, tokensOf } from '../plan/planned.ts';
import { createdBy, listedBy, type Made, madeByEffects, outcomeOf, recordOf, storedValue, withNew } from '../plan/situations.ts';
import { momentsOf } from '../plan/waits.ts';
import { getsOf } from '../values/call-inputs.ts';
import type { Maker } from '../values/values.ts';
import type { VerifyParts } from '../verify-parts.ts';
import { personaOf } from './people.ts';
import { Repeats } from './repeats.ts';
import type { Place } from './ways.ts';

/** An answered request, and the records created so far. */
export interface Sent {
  readonly exchange: Exchange;
  readonly made: Made;
  /** The earlier records and the people that it changed. */
  readonly changed: readonly Handle[];
}

/** A record that a request created, and the people of that time. */
export interface Leftover {
  readonly entity: string;
  readonly id: string;
  readonly people: readonly Persona[];
}

interface RecordKey {
  readonly entity: string;
  readonly id: string;
}

/** The last step that let time pass. */
interface Waited {
  readonly exchange: Exchange;
  /** The timers that were due, with the ids of their records. */
  readonly fired: readonly { readonly id: string; readonly row: Span }[];
  /** Ids of the records that timers changed. */
  readonly changed: readonly string[];
}

interface Watched {
  readonly handle: Handle;
  /** The store creates a new object when a field changes. */
  readonly record: StoredRecord | null;
}

/** How often another value is made in place of one that is taken. */
const mostTaken = 40;

interface SenderParts extends Pick<VerifyParts, 'budget' | 'signal' | 'progress'> {
  readonly side: SideBySide;
  readonly people: readonly Persona[];
  readonly inputs: CallInputs;
  readonly maker: Maker;
  /** Called with the account that takes the place of one of the people. */
  readonly replaced: (place: number, persona: Persona) => void;
  /** Signs a person in if that was put off; null if it failed. */
  readonly ready: (one: Persona) => Promise<Persona | null>;
  /** Called before so many milliseconds pass. */
  readonly keepSessions: (length: number) => void;
  /** Called with the reason why a request could not be sent. */
  readonly notTried: (why: string) => void;
}

/** Sends planned requests with the values of a place, until the run ends. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #madeByEffects: readonly string[];
  /** The starts of the rows that require a value to be unique. */
  readonly #unique: ReadonlySet<number>;
  /** All records that requests have created, in order. */
  readonly created: Leftover[] = [];
  readonly repeats = new Repeats();
  #spent = false;
  #waited: Waited | null = null;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#madeByEffects = madeByEffects(parts.side.model);
    const { rules, entities } = parts.side.model;
    const fields = entities.flatMap((entity) => entity.fields.filter(({ unique }) => unique));
    this.#unique = new Set([...rules.filter(({ must }) => must.kind === 'unique'), ...fields].map(({ span }) => span.from));
  }

  /** True once the budget, a signal or a failed reset has ended the run. */
  get spent(): boolean {
    return this.#spent;
  }

  get inputs(): CallInputs {
    return this.#parts.inputs;
  }

  end(): void {
    this.#spent = true;
  }

  /** Sends a planned request; null if it was not sent. `among`: whom its `persona` refers to. */
  async send(planned: Planned, place: Place, among = this.#parts.people): Promise<Sent | null> {
    const { side, budget, signal, progress, notTried } = this.#parts;
    const { model, oracle, exchanges } = side;
    if (exchanges.length >= budget || signal?.aborted === true) this.#spent = true;
    if (this.#spent) return null;
    let people = await this.#ready(among, [planned.persona]);
    if (people === null) return null;
    let attempt = this.#attempt(planned, place, people, 'from answers');
    const about = [...planned.handles.values()].flatMap((handle) => (handle.kind === 'account' ? handle.persona : []));
    if (attempt === null && about.length > 0) {
      // The answer to a sign-in may show the number of the person whom the request is about.
      people = await this.#ready(people, about);
      if (people === null) return null;
      attempt = this.#attempt(planned, place, people, 'from answers');
    }
    if (attempt === null && planned.wait === undefined && (await this.#listed(planned, place, people)))
      attempt = this.#attempt(planned, place, people, 'from answers');
    attempt ??= this.#attempt(planned, place, people);
    if (attempt === null) {
      const why = planned.wait === undefined ? 'no answer contains a value that its path needs' : 'the moment has passed';
      notTried(`${planned.call.name.text}: ${why}`);
      return null;
    }
    if (attempt.moment !== undefined) this.#parts.keepSessions(attempt.moment - oracle.now());
    const before = this.#counts(planned);
    const watched = this.#watched(place.made);
    const exchange = await side.exchange(attempt, this.#timersShown(planned, place, people));
    const changed = watched.filter(({ handle, record }) => this.#record(handle, place.made) !== record).map(({ handle }) => handle);
    progress?.(exchanges);
    if (side.clockFailure !== null) {
      notTried(`the clock could not be set: ${side.clockFailure}`);
      this.#spent = true;
      return null;
    }
    if (exchange === null) {
      notTried(`${planned.call.name.text}: an earlier answer lacks a value that its path needs`);
      return null;
    }
    if (exchange.expected.status < 400) this.repeats.noteAccepted(planned);
    const newcomer = planned.as === undefined ? null : personaOf(side, people[planned.as]?.name ?? '', true, exchange);
    if (planned.as !== undefined && newcomer !== null) this.#parts.replaced(planned.as, newcomer);
    const made = withNew(oracle, place.made, before);
    for (const [entity, ids] of made)
      for (const id of ids.slice(place.made.get(entity)?.length ?? 0)) this.created.push({ entity, id, people: [...people] });
    if (planned.wait !== undefined) {
      const fired = oracle.fired.map(({ id, transition }) => ({ id, row: transition.span }));
      const records = changed.flatMap((handle) => recordOf({ model, oracle, people }, place.made, handle)?.id ?? []);
      this.#waited = { exchange, fired, changed: records };
    }
    return { exchange, made, changed };
  }

  /** The records that a request is about. */
  #about({ handles, call, persona }: Planned, { made }: Place, people: readonly Persona[]): readonly RecordKey[] {
    const own: readonly Handle[] = persona !== null && tellsWhoAsks(call) ? [{ kind: 'account', persona }] : [];
    return [...handles.values(), ...own].flatMap((handle) => recordOf({ ...this.#parts.side, people }, made, handle) ?? []);
  }

  /**
   * The timers that a read shows if time has just passed: those that fired, or else those of its
   * records that must still wait, the next one first.
   */
  #timersShown(planned: Planned, place: Place, people: readonly Persona[]): readonly ShownTimer[] {
    const { model, oracle } = this.#parts.side;
    const waited = this.#waited;
    if (waited === null || waited.exchange !== place.since.at(-1) || planned.call.method !== 'GET') return [];
    const about = this.#about(planned, place, people);
    const own = waited.fired.filter(({ id }) => about.some((one) => one.id === id));
    const fired = own.length === 0 && about.some(({ id }) => waited.changed.includes(id)) ? waited.fired : own;
    if (fired.length > 0) return fired.map(({ row }) => ({ row, fired: true }));
    const running = about.flatMap(({ entity, id }) => momentsOf(model, oracle, entity, id));
    return running.sort((a, b) => a.at - b.at).flatMap(({ timer }) => (timer === null ? [] : [{ row: timer, fired: false }]));
  }

  /** The people after those at the given places have signed in; null if that failed. */
  async #ready(people: readonly Persona[], places: readonly (number | null)[]): Promise<readonly Persona[] | null> {
    const now = [...people];
    for (const place of places) {
      const one = place === null ? undefined : now[place];
      if (place === null || one === undefined) continue;
      const signedIn = await this.#parts.ready(one);
      if (signedIn === null) return null;
      now[place] = signedIn;
    }
    return now;
  }

  /**
   * Requests lists that show the records which a request is about, and what shows people their own
   * account; false if nothing does.
   */
  async #listed(planned: Planned, place: Place, people: readonly Persona[]): Promise<boolean> {
    const { side } = this.#parts;
    const { model, oracle } = side;
    let isShown = false;
    for (const handle of planned.handles.values()) {
      const about = recordOf({ model, oracle, people }, place.made, handle);
      if (about === null) continue;
      const ids = this.#idsOf(about);
      const own = handle.kind === 'account' ? this.readOf(place, handle, handle.persona) : null;
      for (const read of [...(own === null ? [] : [own]), ...listsOf(model, about.entity, people, planned.persona)]) {
        const shows = this.#isIn(read, ids, place, people);
        const senders = shows ? await this.#ready(people, [read.persona]) : null;
        const attempt = senders === null ? null : this.#attempt(read, place, senders);
        if (attempt === null) continue;
        await side.exchange(attempt);
        isShown = true;
        break;
      }
    }
    return isShown;
  }

  /** The current records of the way and the accounts of the people. */
  #watched(made: Made): readonly Watched[] {
    const handles: Handle[] = this.#parts.people.map((_, persona) => ({ kind: 'account', persona }));
    for (const [entity, ids] of made) handles.push(...ids.map((_, ordinal): Handle => ({ kind: 'made', entity, ordinal })));
    return handles.map((handle) => ({ handle, record: this.#record(handle, made) }));
  }

  #record(handle: Handle, made: Made): StoredRecord | null {
    const { side, people } = this.#parts;
    const about = recordOf({ ...side, people }, made, handle);
    return about === null ? null : side.oracle.record(about.entity, about.id);
  }

  /** Whether the outcome would be the planned one; earlier requests may be in the way. */
  isAsPlanned(planned: Planned, place: Place): boolean {
    const answer = planned.outcome === undefined ? null : this.answerTo(planned, place);
    return answer === null || outcomeOf(answer) === planned.outcome;
  }

  /** A request that reads the record, preferably sent by the actor; null if there is none. */
  readOf(place: Place, handle: Handle, actor: number | null): Planned | null {
    const { side, people } = this.#parts;
    const about = recordOf({ ...side, people }, place.made, handle);
    const alone = this.#readAlone(place, handle, about?.entity, actor);
    if (alone !== null || about === null) return alone;
    // A record that no call reads alone is part of a list, or of what it belongs to.
    const ids = this.#idsOf(about);
    const above = (entityOf(side.model, about.entity)?.fields ?? []).flatMap(({ name, type }) => {
      if (type.kind !== 'relation') return [];
      const { text: entity } = type.entity;
      const id = side.oracle.record(about.entity, about.id)?.[name.text];
      const ordinal = place.made.get(entity)?.indexOf(String(id)) ?? -1;
      return ordinal < 0 ? [] : (this.#readAlone(place, { kind: 'made', entity, ordinal }, entity, actor) ?? []);
    });
    return [...above, ...listsOf(side.model, about.entity, people, actor)].find((read) => this.#isIn(read, ids, place, people)) ?? null;
  }

  /** A request that reads this record and nothing else. */
  #readAlone(place: Place, handle: Handle, entity: string | undefined, actor: number | null): Planned | null {
    const { side, people } = this.#parts;
    const plain = { picks: new Map<string, number>(), mutation: null };
    for (const call of side.model.calls) {
      if (handle.kind === 'account' && tellsWhoAsks(call)) return { ...plain, call, persona: handle.persona, handles: new Map() };
      const gets = getsOf(call);
      const [first] = gets;
      const isPlain = call.method === 'GET' && gets.length === 1 && first?.get.entity.text === entity;
      if (!isPlain || call.does?.steps.length !== 1) continue;
      for (const persona of [actor, ...people.keys(), null]) {
        const read: Planned = { ...plain, call, persona, handles: new Map([[`get:${first?.step ?? 0}`, handle]]) };
        if ((this.answerTo(read, place)?.status ?? 400) < 400) return read;
      }
    }
    return null;
  }

  /** The values by which answers name a record. */
  #idsOf(about: RecordKey): ReadonlySet<Json | undefined> {
    const { model, oracle } = this.#parts.side;
    return new Set(['id', keyOf(model, about.entity)].map((name) => storedValue(model, oracle, about, [name])));
  }

  /** Whether an answer will contain one of these values. */
  #isIn(read: Planned, ids: ReadonlySet<Json | undefined>, place: Place, people: readonly Persona[]): boolean {
    const answer = this.#parts.side.oracle.tried(() => this.performed(read, place, people));
    const body = answer === null || answer.status >= 400 ? null : answer.body;
    return body !== null && [...leavesOf(JSON.parse(body) as Json)].some(({ value }) => value !== null && ids.has(value));
  }

  /** The expected answer, without sending the request; null if it cannot be made here. */
  answerTo(planned: Planned, place: Place): CallAnswer | null {
    return this.#parts.side.oracle.tried(() => this.performed(planned, place));
  }

  /**
   * How many of these requests would be accepted in a row, and which rows refuse the next. `then`:
   * called after the last one if all are accepted, before they are undone.
   */
  accepted(
    steps: readonly Planned[],
    place: Place,
    then?: (made: Made) => void,
  ): { readonly count: number; readonly rows: readonly number[] } {
    const { side, people } = this.#parts;
    const { oracle } = side;
    return oracle.tried(() => {
      let { made } = place;
      for (const [count, step] of steps.entries()) {
        const before = this.#counts(step);
        if (step.wait !== undefined) oracle.keepSessions(tokensOf(people, side.bodies));
        const answer = this.answerAhead(step, made);
        if (answer === null || answer.status >= 400) return { count, rows: (answer?.refusals ?? []).flatMap(({ at }) => at?.from ?? []) };
        made = withNew(oracle, made, before);
      }
      then?.(made);
      return { count: steps.length, rows: [] };
    });
  }

  /** Like `performed`, also about records that were created ahead and that no answer shows. */
  answerAhead(planned: Planned, made: Made): CallAnswer | null {
    const { side, people, maker } = this.#parts;
    const { model, oracle } = side;
    const known = answeredSide(side, people, made);
    const value: Side['value'] = (handle, path, chosen) =>
      known.value(handle, path, chosen) ?? storedValue(model, oracle, recordOf({ model, oracle, people }, made, handle), path);
    const attempt = attemptOf(planned, this.inputs.of(planned.call), { ...known, value }, maker);
    return attempt === null ? null : oracle.answer(side.asked(attempt));
  }

  /** How many records there are of each entity that the request may create. */
  #counts({ call }: Planned): readonly (readonly [entity: string, count: number])[] {
    const entities = new Set([...createdBy(call), ...this.#madeByEffects]);
    return [...entities].map((entity) => [entity, this.#parts.side.oracle.records(entity).length]);
  }

  /** The oracle's answer to a request that is not sent; inside a trial, which undoes it. */
  performed(planned: Planned, place: Place, people = this.#parts.people): CallAnswer | null {
    const { side } = this.#parts;
    const attempt = this.#attempt(planned, place, people);
    return attempt === null ? null : side.oracle.answer(side.asked(attempt));
  }

  /** With other values of a form that leaves few, while they are taken by chance. */
  #attempt(planned: Planned, { made }: Place, people: readonly Persona[], numbers?: 'from answers'): ReturnType<typeof attemptOf> {
    const { side, maker } = this.#parts;
    const inputs = this.inputs.of(planned.call);
    const some = answeredSide(side, people, made, numbers);
    let attempt = attemptOf(planned, inputs, some, maker);
    if (!inputs.some(({ uses }) => uses.some((use) => maker.forms.get(use)?.patterns.length))) return attempt;
    for (let round = 0; round < mostTaken && attempt !== null && this.#isTaken(attempt, planned); round++)
      attempt = attemptOf(planned, inputs, some, maker);
    return attempt;
  }

  /** Whether the request is refused for a value that another record has, against the plan. */
  #isTaken(attempt: Attempt, { outcome }: Planned): boolean {
    const { side } = this.#parts;
    const answer = side.oracle.tried(() => side.oracle.answer(side.asked(attempt)));
    return outcomeOf(answer) !== outcome && (answer.refusals ?? []).some(({ at }) => this.#unique.has(at?.from ?? -1));
  }
}

/** The field by which calls look up a record. */
const keyOf = (model: Model, entity: string): string =>
  entityOf(model, entity)?.fields.find(({ type, unique }) => type.kind === 'serial' || unique)?.name.text ?? 'id';

/** Requests that list an entity, sent by person `first` and then by the others. */
const listsOf = (model: Model, entity: string, people: readonly Persona[], first: number | null): readonly Planned[] =>
  [first, ...people.keys()].flatMap((persona) =>
    model.calls
      .filter((call) => call.method === 'GET' && call.parameters.length === 0 && listedBy(call).includes(entity))
      .map((call) => ({ call, persona, handles: new Map(), picks: new Map(), mutation: null })),
  );
