import type { StoredRecord } from '../store/store.ts';
import { getsOf } from './call-inputs.ts';
import { tellsWhoAsks } from './judge.ts';
import { attemptOf, type CallInputs, type Handle, type Persona, type Planned } from './planned.ts';
import { rowsFollowed, rowsTaken, statesBefore } from './rows.ts';
import { answeredSide, type Exchange, type SideBySide } from './side-by-side.ts';
import { createdBy, type Made, outcomeOf, recordOf, withNew } from './situations.ts';
import type { Maker } from './values.ts';
import type { VerifyParts } from './verify-parts.ts';
import type { Place } from './ways.ts';

/** A request that was answered, and the records made until then. */
export interface Sent {
  readonly exchange: Exchange;
  readonly made: Made;
  /** What else it has changed of the records made before, and of the people. */
  readonly changed: readonly Handle[];
}

interface Watched {
  readonly handle: Handle;
  /** The store keeps another one as soon as a field changes. */
  readonly record: StoredRecord | null;
}

interface SenderParts extends Pick<VerifyParts, 'budget' | 'signal' | 'progress'> {
  readonly side: SideBySide;
  readonly people: readonly Persona[];
  readonly inputs: CallInputs;
  readonly maker: Maker;
  /** Why a request could not be sent. */
  readonly notTried: (why: string) => void;
}

/** Sends planned requests, with the values that a place gives them, until none may be sent. */
export class Sender {
  readonly #parts: SenderParts;
  #spent = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Nothing more is sent: the budget, a signal or a failed reset has ended it. */
  get spent(): boolean {
    return this.#spent;
  }

  end(): void {
    this.#spent = true;
  }

  /** Null: it was not sent. */
  async send(planned: Planned, place: Place): Promise<Sent | null> {
    const { side, budget, signal, progress, people, notTried } = this.#parts;
    const { model, oracle, exchanges } = side;
    if (exchanges.length >= budget || signal?.aborted === true) this.#spent = true;
    if (this.#spent) return null;
    const attempt = this.#attempt(planned, place);
    if (attempt === null) {
      notTried(`${planned.call.name.text}: no answer shows what its address needs`);
      return null;
    }
    const before = createdBy(planned.call).map((entity) => [entity, oracle.records(entity).length] as const);
    const about = [...planned.handles.values()].flatMap((handle) => recordOf({ model, oracle, people }, place.made, handle) ?? []);
    const taken = rowsTaken(model, planned, statesBefore(oracle, about));
    const watched = this.#watched(place.made);
    const changes = (): readonly Watched[] => watched.filter(({ handle, record }) => this.#record(handle, place.made) !== record);
    const exchange = await side.exchange(attempt, () => [
      ...taken,
      ...changes().flatMap(({ handle, record }) => rowsFollowed(model, record, this.#record(handle, place.made))),
    ]);
    progress?.(exchanges);
    if (exchange === null) {
      notTried(`${planned.call.name.text}: an earlier answer lacks what its address needs`);
      return null;
    }
    return { exchange, made: withNew(oracle, place.made, before), changed: changes().map(({ handle }) => handle) };
  }

  /** The records made on the way, and the accounts of the people, as they are now. */
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

  /** The body that the document asks for; null: none, or the request cannot be made here. */
  expected(planned: Planned, place: Place): string | null {
    return this.#tried(planned, place)?.body ?? null;
  }

  /** Would it end as it did where it was planned? Earlier requests may be in the way. */
  isAsPlanned(planned: Planned, place: Place): boolean {
    const answer = planned.outcome === undefined ? null : this.#tried(planned, place);
    return answer === null || outcomeOf(answer) === planned.outcome;
  }

  /** A call that shows the record to someone, to the actor before others. */
  readOf(place: Place, handle: Handle, actor: number | null): Planned | null {
    const { side, people } = this.#parts;
    const plain = { picks: new Map<string, number>(), twist: null };
    const entity = recordOf({ ...side, people }, place.made, handle)?.entity;
    for (const call of side.model.calls) {
      if (handle.kind === 'account' && tellsWhoAsks(call)) return { ...plain, call, persona: handle.persona, handles: new Map() };
      const gets = getsOf(call);
      const [first] = gets;
      const isPlain = call.method === 'GET' && gets.length === 1 && first?.get.entity.text === entity;
      if (!isPlain || call.does?.steps.length !== 1) continue;
      for (const persona of [actor, ...people.keys(), null]) {
        const read: Planned = { ...plain, call, persona, handles: new Map([[`get:${first?.step ?? 0}`, handle]]) };
        if ((this.#tried(read, place)?.status ?? 400) < 400) return read;
      }
    }
    return null;
  }

  #tried(planned: Planned, place: Place): ReturnType<SideBySide['oracle']['answer']> | null {
    const { side } = this.#parts;
    const attempt = this.#attempt(planned, place);
    return attempt === null ? null : side.oracle.tried(() => side.oracle.answer(side.asked(attempt)));
  }

  #attempt(planned: Planned, { made }: Place): ReturnType<typeof attemptOf> {
    const { side, people, inputs, maker } = this.#parts;
    return attemptOf(planned, inputs.of(planned.call), answeredSide(side, people, made), maker);
  }
}
