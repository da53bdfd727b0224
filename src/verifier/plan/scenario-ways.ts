import { grouped } from '../../base/grouped.ts';
import type { Step } from '../../expression/action.ts';
import type { Json } from '../../expression/values/json.ts';
import type { Call } from '../../model/ast/calls.ts';
import { jsonOf } from '../answers/oracle.ts';
import type { Input } from '../values/call-inputs.ts';
import { valuesFor } from '../values/values.ts';
import { type Handle, type Planned, withPicks } from './planned.ts';
import type { PlayedScenario, RecordName, ScenarioStep } from './scenario-rows.ts';
import { createdBy, type Made, recordOf } from './situations.ts';
import { neededBy, type Trials } from './trials.ts';
import { waiting } from './waits.ts';

/** A situation on the way that a scenario goes. */
export interface ScenarioPlace {
  readonly key: string;
  /** The requests that lead here from the start. */
  readonly path: readonly Planned[];
  /** Requests of the scenario that the document refuses here. */
  readonly refused: Planned[];
}

/** Milliseconds within which a request is answered. */
const latency = 1000;

/** How deep missing records are created for others. */
const mostNested = 3;

/** How many events bring a record to the states of its example. */
const mostEvents = 3;

/**
 * The situations that each scenario of section 1 goes through, from the start. They lead where the
 * document's author wants to be, with values that belong together.
 */
export const scenarioWays = (trials: Trials, scenarios: readonly PlayedScenario[]): readonly (readonly ScenarioPlace[])[] =>
  scenarios.map((scenario) => new Mirror(trials, scenario).places());

/** Does with requests what a scenario does. */
class Mirror {
  readonly #trials: Trials;
  readonly #played: PlayedScenario;
  /** The counterparts of the scenario's records. */
  readonly #handles = new Map<string, Handle>();
  /** The senders who stand for the scenario's people, by account. */
  readonly #senders = new Map<string, number>();
  readonly #places: ScenarioPlace[];
  #made: Made = new Map();

  constructor(trials: Trials, scenario: PlayedScenario) {
    this.#trials = trials;
    this.#played = scenario;
    this.#places = [{ key: trials.keyOf(this.#made), path: [], refused: [] }];
  }

  places(): readonly ScenarioPlace[] {
    const { oracle } = this.#trials.parts;
    return oracle.tried(() => {
      for (const { row, steps, waits, created } of this.#played.rows) {
        const isRefused = row.expect.kind === 'refused';
        const sender = this.#senderOf(row.as);
        const before = this.#made;
        // The clocks of two sides may be a little apart.
        if (waits > 0 && this.#trials.parts.hasClock) this.#added(waiting({ kind: 'for', milliseconds: waits + latency }, null));
        for (const step of sender === undefined ? [] : steps) this.#mirror(step, sender ?? null, isRefused);
        for (const { entity, id } of created) {
          const ordinal =
            (before.get(entity)?.length ?? 0) + created.filter((one) => one.entity === entity).findIndex((one) => one.id === id);
          if (ordinal < (this.#made.get(entity)?.length ?? 0)) this.#handles.set(keyOf({ entity, id }), { kind: 'made', entity, ordinal });
        }
      }
      return this.#places;
    });
  }

  /** Undefined: the row's actor is unknown. */
  #senderOf(as: PlayedScenario['rows'][number]['row']['as']): number | null | undefined {
    const { people } = this.#trials.parts;
    if (as.kind === 'nobody') return null;
    if (as.kind === 'unknown') return undefined;
    if (as.kind === 'example') {
      const account = this.#played.examples.get(as.name.text);
      return account === undefined ? undefined : this.#standIn(account, as.name.text);
    }
    const place = people.findIndex(({ roles }) => roles.includes(as.name.text));
    return place < 0 ? null : place;
  }

  /** The example, if it sends requests, or another sender with its roles. */
  #standIn(account: RecordName, name: string): number | undefined {
    const key = keyOf(account);
    const known = this.#senders.get(key);
    if (known !== undefined) return known;
    const { people, oracle } = this.#trials.parts;
    const own = oracle.examples.get(name);
    const roles = own === undefined ? '' : oracle.rolesOf(own.id).join();
    const alike = [...people.keys()].filter((place) => people[place]?.roles.join() === roles);
    const taken = new Set(this.#senders.values());
    const free = alike.filter((place) => !taken.has(place));
    const themselves = alike.find((place) => people[place]?.name === name);
    const found = themselves ?? free.find((place) => people[place]?.signedUp) ?? free[0] ?? alike[0];
    if (found === undefined) return undefined;
    this.#senders.set(key, found);
    if (found !== themselves) this.#completed({ kind: 'account', persona: found }, account.entity, name);
    return found;
  }

  /** Gives a stand-in, by its own requests, the values that it lacks and its example has. */
  #completed(handle: Handle & { readonly kind: 'account' }, entity: string, name: string): void {
    const { parts } = this.#trials;
    const { model, oracle, inputs } = parts;
    const own = oracle.record(entity, recordOf(parts, this.#made, handle)?.id ?? '');
    const values = parts.examples.get(name)?.values ?? [];
    const lacking = new Map([...values].filter(([field, value]) => value !== null && jsonOf(own?.[field] ?? null) === null));
    for (const call of model.calls.filter((one) => updates(one, entity))) {
      if (!inputs.of(call).some(({ field }) => field !== null && lacking.has(field.name.text))) continue;
      this.#trials
        .candidates(call, this.#made)
        .filter(({ persona, handles }) => persona === handle.persona && [...handles.values()].map(wordsOf).includes(wordsOf(handle)))
        .some((candidate) => this.#added(withValues(candidate, lacking, this.#trials)));
    }
  }

  /** Adds the step to the way, or to the refused ones if the scenario expects that. */
  #mirror(step: ScenarioStep, sender: number | null, isRefused: boolean): void {
    const about = [...(step.target === null ? [] : [step.target]), ...step.records.values()].flatMap((record) => {
      const handle = this.#handleOf(record);
      return handle === null ? [] : { entity: record.entity, handle };
    });
    const byEntity = new Map([...grouped(about, ({ entity }) => entity)].map(([entity, all]) => [entity, all.map(({ handle }) => handle)]));
    const { model, inputs } = this.#trials.parts;
    const given = [...step.values.keys(), ...step.records.keys()];
    const taken = (call: Call): number => given.filter((name) => inputs.of(call).some((input) => namesOf(input).includes(name))).length;
    // The calls that take most of the step's values come first.
    const calls = model.calls.filter((one) => does(one, step)).sort((one, other) => taken(other) - taken(one));
    for (const call of calls) {
      // A call may find the other records itself, such as the donor of an appointment.
      const named = neededBy(inputs, call).map(({ entity }) => entity);
      for (const candidate of this.#trials.candidates(call, this.#made, byEntity)) {
        const handles = new Set([...candidate.handles.values()].map(wordsOf));
        const fits =
          candidate.persona === sender && about.every(({ entity, handle }) => !named.includes(entity) || handles.has(wordsOf(handle)));
        if (!fits) continue;
        const planned = withValues(candidate, step.values, this.#trials);
        if (isRefused) {
          const done = this.#trials.trial(planned, this.#made);
          if (done === null || done.answer.status < 400) continue;
          this.#places.at(-1)?.refused.push(planned);
          return;
        }
        if (this.#added(planned)) return;
      }
    }
  }

  #added(planned: Planned): boolean {
    const fitting = this.#trials.fitted(planned, this.#made);
    if (fitting === null || fitting.answer.status >= 400 || fitting.lasts) return false;
    this.#made = this.#trials.done(fitting.planned, this.#made)?.made ?? this.#made;
    const path = [...(this.#places.at(-1)?.path ?? []), fitting.planned];
    this.#places.push({ key: this.#trials.keyOf(this.#made), path, refused: [] });
    return true;
  }

  /** The counterpart of a scenario's record; an example that calls create is created first. */
  #handleOf(record: RecordName): Handle | null {
    const { parts } = this.#trials;
    const known = this.#handles.get(keyOf(record));
    if (known !== undefined) return known;
    const [name = ''] = [...this.#played.examples].find(([, one]) => keyOf(one) === keyOf(record)) ?? [];
    if (record.entity === parts.model.account?.entity.text) {
      const place = this.#standIn(record, name);
      return place === undefined ? null : { kind: 'account', persona: place };
    }
    const example: Handle = { kind: 'example', name };
    if (this.#trials.recordsOf(record.entity, this.#made).some((one) => wordsOf(one) === wordsOf(example))) return example;
    const ordinal = this.#made.get(record.entity)?.length ?? 0;
    const values = parts.examples.get(name)?.values ?? new Map();
    if (!this.#created(record.entity, values)) return null;
    const made: Handle = { kind: 'made', entity: record.entity, ordinal };
    this.#handles.set(keyOf(record), made);
    const states = parts.model.machines.flatMap(({ entity, field }) =>
      entity === record.entity ? [[field, values.get(field) ?? null] as const] : [],
    );
    for (const step of this.#wayTo(made, new Map(states), this.#made, mostEvents) ?? []) this.#added(step);
    return made;
  }

  /** The shortest way from a record's states to these by its events; null if there is none. */
  #wayTo(handle: Handle, states: ReadonlyMap<string, Json>, from: Made, most: number): readonly Planned[] | null {
    const { parts } = this.#trials;
    const { model, oracle } = parts;
    const record = recordOf(parts, from, handle);
    if (record === null) return null;
    const { entity, id } = record;
    const events = model.calls.filter(({ does }) =>
      does?.steps.some((step) => step.kind === 'event' && step.target.type.kind === 'record' && step.target.type.entity === entity),
    );
    const isThere = (): boolean => [...states].every(([field, state]) => jsonOf(oracle.record(entity, id)?.[field]) === state);
    const within = (made: Made, left: number): readonly Planned[] | null => {
      if (isThere()) return [];
      if (left === 0) return null;
      for (const call of events)
        for (const candidate of this.#trials.candidates(call, made)) {
          if (![...candidate.handles.values()].map(wordsOf).includes(wordsOf(handle))) continue;
          const fitting = this.#trials.fitted(candidate, made);
          if (fitting === null || fitting.answer.status >= 400 || fitting.lasts) continue;
          const rest = oracle.tried(() => within(this.#trials.done(fitting.planned, made)?.made ?? made, left - 1));
          if (rest !== null) return [fitting.planned, ...rest];
          // Others who may send the request change the record alike.
          break;
        }
      return null;
    };
    for (let length = 0; length <= most; length++) {
      const found = within(from, length);
      if (found !== null) return found;
    }
    return null;
  }

  /** Creates a record, with these values if possible, and before it those that it needs. */
  #created(entity: string, values: ReadonlyMap<string, Json> = new Map(), nested = 0): boolean {
    const { model, inputs } = this.#trials.parts;
    for (const call of model.calls.filter((one) => one.signed === null && createdBy(one).includes(entity))) {
      for (const needed of neededBy(inputs, call))
        if (nested < mostNested && needed.entity !== entity && this.#trials.recordsOf(needed.entity, this.#made).length === 0)
          this.#created(needed.entity, new Map(), nested + 1);
      const candidates = this.#trials.candidates(call, this.#made);
      const alike = values.size === 0 ? [] : candidates.map((one) => withValues(one, values, this.#trials));
      if ([...alike, ...candidates].some((candidate) => this.#added(candidate))) return true;
    }
    return false;
  }
}

/** The request with given values, by field or input, and without what they leave out. */
export function withValues(planned: Planned, given: ReadonlyMap<string, Json>, { parts: { inputs, maker } }: Trials): Planned {
  const picks = new Map<string, number>();
  for (const input of inputs.of(planned.call)) {
    const name = namesOf(input).find((one) => given.has(one));
    const value = name === undefined ? undefined : given.get(name);
    if (value === undefined || value === null) {
      if (input.optional && input.place === 'body') picks.set(input.name, -1);
      continue;
    }
    const place = valuesFor(maker, input).findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
    if (place >= 0) picks.set(input.name, place);
  }
  return withPicks(planned, picks);
}

/** What steps may call an input: a field, the input itself, or a parameter that it becomes. */
const namesOf = ({ name, field, uses }: Input): readonly string[] => [
  ...(field === null ? [] : [field.name.text]),
  name,
  ...uses.map((use) => (use.endsWith(')') ? use.slice(use.lastIndexOf('(') + 1, -1) : use.slice(use.lastIndexOf('.') + 1))),
];

const keyOf = ({ entity, id }: RecordName): string => `${entity} ${id}`;

const wordsOf = (handle: Handle): string => JSON.stringify(handle);

const updates = ({ does, signed }: Call, entity: string): boolean =>
  signed === null &&
  does?.steps.some((one) => one.kind === 'update' && one.target.type.kind === 'record' && one.target.type.entity === entity) === true;

/** Whether a call does the same to records of the same entity. */
function does({ does, method, signed }: Call, { step, entity }: ScenarioStep): boolean {
  const isSame = (one: Step): boolean => {
    if (one.kind !== step.kind) return false;
    if (one.kind === 'create') return one.entity.text === entity;
    if (one.kind === 'add' || one.kind === 'remove')
      return one.of.type.kind === 'record' && one.of.type.entity === entity && 'field' in step && one.field.text === step.field.text;
    if (!('target' in one) || one.target.type.kind !== 'record' || one.target.type.entity !== entity) return false;
    return one.kind !== 'event' || (step.kind === 'event' && one.event.text === step.event.text);
  };
  return method !== 'GET' && signed === null && does?.steps.some(isSame) === true;
}
