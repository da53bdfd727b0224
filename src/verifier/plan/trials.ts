import type { Json } from '../../expression/values/json.ts';
import type { Watch } from '../../expression/values/value.ts';
import type { Call } from '../../model/ast/calls.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { jsonOf } from '../answers/oracle.ts';
import { askedOf } from '../answers/request.ts';
import { getsOf, getsSender, type Input } from '../values/call-inputs.ts';
import { isFitted, isMeasure } from '../values/input-kinds.ts';
import { valuesFor } from '../values/values.ts';
import type { OpenAim, Watcher } from './aims.ts';
import { type Amounts, amountsIn } from './amounts.ts';
import { besideSpansOf } from './beside-spans.ts';
import { withFittingNumbers, withLaterDates } from './fitting-numbers.ts';
import { attemptOf, type CallInputs, type Handle, type Persona, type Planned, type Side, tokensOf, withPicks } from './planned.ts';
import { createdBy, type Made, madeByEffects, recordOf, signsOut, storedValue, type TrialParts, withNew, writtenBy } from './situations.ts';
import { endOf } from './waits.ts';
import { type FieldLimits, groupFields, keyOf, peopleKey, rowOf, takenRows, usesByRow, usesByWrittenField } from './world-shape.ts';

const perEntity = 2;
const mostCombinations = 9;
/**
 * The most inputs that are varied together, values of each, and failures before this is given up.
 */
const mostVaried = 3;
const mostValues = 6;
const mostFailed = 12;
/** How many rows that refuse one after the other are fitted. */
const mostRows = 5;

const measures = new Set(['state', 'enum', 'boolean', 'integer', 'decimal', 'money', 'date']);

/** The outcome of a request that was tried and undone. */
export interface Trial {
  readonly answer: CallAnswer;
  /**
   * The key of the situation after it; empty if it is the same one, or if it has too many records
   * and the call has been accepted elsewhere.
   */
  readonly key: string;
  readonly lasts: boolean;
  /** The states, choices, numbers and times of records and people after it, by record and field. */
  readonly after: ReadonlyMap<string, string>;
  /** What its conditions show that no request before it has shown. */
  readonly shows: readonly OpenAim[];
}

interface Fitting extends Trial {
  readonly planned: Planned;
}

/** The records that a call needs, by name and entity. */
export const neededBy = (inputs: CallInputs, call: Call): readonly { readonly name: string; readonly entity: string }[] => [
  ...getsOf(call).map(({ step, get }) => ({ name: `get:${step}`, entity: get.entity.text })),
  ...inputs.of(call).flatMap(({ name, sought, field, optional }) => {
    if (sought?.step === -1) return [{ name: 'get:-1', entity: sought.entity }];
    return sought === null && field?.type.kind === 'relation' && !optional ? [{ name, entity: field.type.entity.text }] : [];
  }),
];

/** The combinations of values; if there are too many, some in which each value occurs. */
function combined<T>(values: readonly (readonly [name: string, values: readonly T[]])[]): readonly ReadonlyMap<string, T>[] {
  const count = values.reduce((product, [, all]) => product * all.length, 1);
  if (count <= mostCombinations)
    return values.reduce<readonly ReadonlyMap<string, T>[]>(
      (found, [name, all]) => found.flatMap((one) => all.map((value) => new Map([...one, [name, value]]))),
      [new Map()],
    );
  const varied = ([name]: (typeof values)[number], index: number): ReadonlyMap<string, T> =>
    new Map(values.map(([other, all]) => [other, all[(other === name ? index : index + 1) % all.length] as T]));
  return values.flatMap((one) => one[1].map((_, index) => varied(one, index)));
}

/** Sends planned requests to the oracle and undoes what they wrote. */
export class Trials {
  readonly parts: TrialParts;
  readonly #limits: readonly FieldLimits[];
  readonly #madeByEffects: readonly string[];
  /** Watches the conditions that the requests which are tried depend on. */
  watcher: Watcher | null = null;
  /**
   * The fields and parameters that each row reads, by the start of the row, and those from which
   * effects write them.
   */
  readonly #deciding: ReadonlyMap<number, ReadonlySet<string>>;
  /** Values that a row accepts, and how often none were found, by call, roles and row. */
  readonly #fits = new Map<string, { picks: ReadonlyMap<string, number> | null; failed: number; unfit: number }>();

  readonly #accepted: ReadonlySet<Call>;
  /** The first values with which each call was accepted. */
  readonly #values = new Map<Call, Pick<Planned, 'picks' | 'numbers'>>();

  /** `accepted`: the calls of which some planned request is accepted. */
  constructor(parts: TrialParts, limits: readonly FieldLimits[], accepted: ReadonlySet<Call>) {
    this.parts = parts;
    this.#accepted = accepted;
    this.#limits = limits;
    const effects = usesByWrittenField(parts.model);
    this.#deciding = new Map(
      [...usesByRow(parts.model)].map(([row, uses]) => [row, new Set([...uses].flatMap((use) => [use, ...(effects.get(use) ?? [])]))]),
    );
    this.#madeByEffects = madeByEffects(parts.model);
  }

  keyOf(made: Made): string {
    return keyOf({ ...this.parts, limits: this.#limits }, made);
  }

  /** Whether an entity has more records than situations distinguish. */
  hasTooMany(made: Made): boolean {
    return [...made.values()].some((ids) => ids.length > perEntity);
  }

  /** The records after a way; null if a request on it is refused. */
  after(path: readonly Planned[], from: Made = new Map()): Made | null {
    let made = from;
    for (const step of path) {
      const done = this.done(step, made);
      if (done === null || done.answer.status >= 400) return null;
      made = done.made;
    }
    return made;
  }

  /** Like `after`, with other values where a request would be refused; also returns the way. */
  afterFitted(path: readonly Planned[], from: Made): { readonly made: Made; readonly path: readonly Planned[] } | null {
    let made = from;
    const steps: Planned[] = [];
    for (const step of path) {
      const fitting = step.mutation === null ? this.fitted(step, made) : null;
      const planned = fitting?.planned ?? step;
      const done = fitting !== null && fitting.answer.status >= 400 ? null : this.done(planned, made);
      if (done === null || done.answer.status >= 400) return null;
      ({ made } = done);
      steps.push(planned);
    }
    return { made, path: steps };
  }

  /**
   * A way with other values where a request would be refused, and the key of the situation after
   * it, which is empty if there are too many records; null if a request is refused all the same.
   */
  fittedWay(path: readonly Planned[]): { readonly key: string; readonly path: readonly Planned[] } | null {
    return this.parts.oracle.tried(() => {
      const way = this.afterFitted(path, new Map());
      return way === null ? null : { key: this.hasTooMany(way.made) ? '' : this.keyOf(way.made), path: way.path };
    });
  }

  /** Sends a planned request without undoing it; null if it cannot be made here. */
  done(planned: Planned, made: Made): { readonly answer: CallAnswer; readonly made: Made } | null {
    const { oracle, maker, inputs, bodies } = this.parts;
    const attempt = attemptOf(planned, inputs.of(planned.call), this.#side(made), maker);
    if (attempt === null) return null;
    const entities = new Set([...createdBy(planned.call), ...this.#madeByEffects]);
    const before = [...entities].map((entity) => [entity, oracle.records(entity).length] as const);
    if (planned.wait !== undefined) oracle.keepSessions(tokensOf(this.parts.people, bodies));
    const answer = oracle.answer(askedOf(attempt, bodies));
    if (planned.as !== undefined && answer.status < 400) this.#replace(planned.as, answer);
    return { answer, made: withNew(oracle, made, before) };
  }

  /** Lets the account of a sign-up's answer take a person's place until the trial is undone. */
  #replace(place: number, { body }: CallAnswer): void {
    const { people, oracle } = this.parts;
    const known = people[place] as Persona;
    const found = body === null ? null : oracle.sessionIn(JSON.parse(body) as Json);
    if (found === null) return;
    oracle.undoing(() => {
      people[place] = known;
    });
    people[place] = { ...known, account: found.account, token: found.token };
  }

  trial(planned: Planned, made: Made): Trial | null {
    const isRead = planned.call.method === 'GET';
    const before = isRead ? '' : this.#lastingKey();
    return this.parts.oracle.tried(() => {
      const watching = this.watcher?.(planned) ?? null;
      const send = (): ReturnType<Trials['done']> => this.done(planned, made);
      const done = watching === null ? send() : this.parts.oracle.watched(watching.watch, send);
      if (done === null) return null;
      const changed = done.answer.status < 400 && !isRead;
      if (changed) this.#noteValues(planned);
      return {
        answer: done.answer,
        key: changed && (!this.hasTooMany(done.made) || !this.#accepted.has(planned.call)) ? this.keyOf(done.made) : '',
        lasts: changed && (this.#lastingKey() !== before || this.#endsForGood(planned)),
        after: changed ? this.#measures(done.made) : new Map(),
        shows: watching?.shown(done.answer) ?? [],
      };
    });
  }

  #noteValues({ call, picks, numbers = new Map(), mutation }: Planned): void {
    if (this.#values.has(call) || (mutation !== null && mutation.kind !== 'numbers')) return;
    this.#values.set(call, { picks, numbers: new Map([...numbers, ...(mutation?.values ?? [])]) });
  }

  /**
   * Finds values that the document accepts: while an input is refused, its next value is tried. If
   * that does not help, the request is made without what need not be given. Null if the request
   * cannot be made here.
   */
  fitted(planned: Planned, made: Made): Fitting | null {
    const found = this.#fitted(planned, made);
    const names = this.parts.inputs
      .of(planned.call)
      .flatMap(({ name, place, optional, sought }) =>
        place === 'body' && optional && sought === null && (planned.picks.get(name) ?? 0) >= 0 ? [[name, -1] as const] : [],
      );
    const isRefused =
      found !== null && found.answer.status >= 400 && (found.answer.refusals?.length ?? 0) > 0 && found.answer.status !== 403;
    if (!isRefused || names.length === 0 || planned.mutation !== null) return found;
    const least = this.#fitted(withPicks(planned, names), made);
    return least !== null && least.answer.status < 400 ? least : found;
  }

  #fitted(planned: Planned, made: Made): Fitting | null {
    const inputs = this.parts.inputs.of(planned.call);
    let first: Fitting | null = null;
    let now = planned;
    for (let round = 0; round < 8; round++) {
      const done = this.trial(now, made);
      if (done === null) return first;
      first ??= { planned: now, ...done };
      if (done.answer.status < 400) return { planned: now, ...done };
      const { picks } = now;
      const refused = (done.answer.refusals ?? []).flatMap(({ field }) =>
        inputs.filter((input) => input.sought === null && (input.name === field || input.field?.name.text === field)),
      );
      // If a field may not be given, no other value of it may.
      const mayGive = done.answer.status !== 403;
      const others = refused.filter((input) => mayGive && (picks.get(input.name) ?? 0) + 1 < valuesFor(this.parts.maker, input).length);
      const left = refused.find((input) => input.optional && (picks.get(input.name) ?? 0) >= 0);
      if (others.length > 0)
        now = { ...now, picks: new Map([...picks, ...others.map(({ name }) => [name, (picks.get(name) ?? 0) + 1] as const)]) };
      else if (left !== undefined) now = { ...now, picks: new Map([...picks, [left.name, -1]]) };
      // Refused for another reason than one of its values alone.
      else return this.#together({ planned: now, ...done }, made);
    }
    return first === null ? null : this.#together(first, made);
  }

  /**
   * Varies several values together, because a row may refuse a combination of them, or fits one to
   * what the row compares it with. The values that were accepted are tried first the next time.
   */
  #together(refused: Fitting, made: Made, round = 0): Fitting {
    const { planned, answer } = refused;
    const { call, persona } = planned;
    const { inputs, people, maker } = this.parts;
    const at = answer.refusals?.[0]?.at?.from;
    const read = at === undefined ? undefined : this.#deciding.get(at);
    const varied = inputs
      .of(call)
      .filter((input) => input.place === 'body' && input.sought === null && input.uses.some((use) => read?.has(use) === true))
      .slice(0, mostVaried);
    const roles = persona === null ? '' : people[persona]?.roles.join();
    const key = `${call.name.text} | ${roles} | ${at}`;
    const known = this.#fits.get(key) ?? { picks: null, failed: 0, unfit: 0 };
    this.#fits.set(key, known);
    if (varied.length === 0 || (persona === null && people.length > 0)) return refused;
    const values = this.#values.get(call);
    const asBefore = values === undefined || round > 0 ? null : this.trial({ ...planned, ...values }, made);
    if (values !== undefined && asBefore !== null && asBefore.answer.status < 400)
      return { planned: { ...planned, ...values }, ...asBefore };
    const withNumbers = known.unfit < mostFailed ? this.#withFittingNumbers(planned, varied, at, made) : [];
    let isFit = false;
    for (const other of withNumbers) {
      const done = this.trial(other, made);
      if (done === null) continue;
      if (done.answer.status < 400) return { planned: other, ...done };
      if (isFit || round >= mostRows || done.answer.refusals?.[0]?.at?.from === at) continue;
      isFit = true;
      const next = this.#together({ planned: other, ...done }, made, round + 1);
      if (next.answer.status < 400) return next;
    }
    if (withNumbers.length > 0) known.unfit++;
    let sets: ReadonlyMap<string, number>[] = [new Map()];
    for (const input of varied) {
      const count = Math.min(mostValues, valuesFor(maker, input).length);
      const places = [...Array(count).keys(), ...(input.optional ? [-1] : [])];
      sets = sets.flatMap((one) => places.map((place) => new Map([...one, [input.name, place]])));
    }
    const chosen = [...(known.picks === null ? [] : [known.picks]), ...(known.failed < mostFailed ? sets : [])];
    for (const one of chosen) {
      const other = withPicks(planned, one);
      const done = this.trial(other, made);
      if (done === null || done.answer.status >= 400) continue;
      known.picks = one;
      return { planned: other, ...done };
    }
    const isTaken = at !== undefined && takenRows(this.parts.model).has(at);
    const touching = isTaken ? besideSpansOf(this.parts, planned, made, ['after', 'before']) : [];
    for (const other of isTaken ? [...withLaterDates(planned, varied, maker), ...touching] : []) {
      const done = this.trial(other, made);
      if (done !== null && done.answer.status < 400) return { planned: other, ...done };
    }
    known.failed++;
    return refused;
  }

  /** The request with numbers that fit what a row compares. */
  #withFittingNumbers(planned: Planned, inputs: readonly Input[], row: number | undefined, made: Made): readonly Planned[] {
    const measured = inputs.filter((input) => isFitted(input) && (planned.picks.get(input.name) ?? 0) >= 0);
    if (measured.length === 0) return [];
    const { model, oracle, maker } = this.parts;
    const rows = rowOf(model);
    const amounts: Amounts[] = [];
    let isWatching = false;
    const watch: Watch = (root, scope) => {
      if (isWatching || rows.get(root) !== row) return;
      isWatching = true;
      amounts.push(...amountsIn([root], scope));
      isWatching = false;
    };
    oracle.tried(() => oracle.watched(watch, () => this.done(planned, made)));
    return measured.flatMap((input) => withFittingNumbers(planned, input, amounts, maker));
  }

  /** The call by each person, about each existing record, or only `about` those of an entity. */
  candidates(call: Call, made: Made, about: ReadonlyMap<string, readonly Handle[]> = new Map()): readonly Planned[] {
    const { people, inputs } = this.parts;
    const own = getsOf(call).flatMap(({ step, get }) => (getsSender(get) ? [`get:${step}`] : []));
    const others = neededBy(inputs, call).filter(({ name }) => !own.includes(name));
    const needed = new Map(others.map(({ name, entity }) => [name, about.get(entity) ?? this.recordsOf(entity, made)]));
    // If there is no record, the call can still be made about one that does not exist.
    const combinations = combined([...needed].filter(([, handles]) => handles.length > 0));
    const plain = { call, picks: this.#picksFor(call, made), mutation: null };
    // Another service makes a signed call, not a person.
    const personas = call.signed === null ? [null, ...people.keys()] : [null];
    return personas.flatMap((persona) => {
      const sender = persona === null ? [] : own.map((name): [string, Handle] => [name, { kind: 'account', persona }]);
      return combinations.map((handles) => ({ ...plain, persona, handles: new Map([...handles, ...sender]) }));
    });
  }

  /** The records of an entity that a request may be about. */
  recordsOf(entity: string, made: Made): readonly Handle[] {
    const { people, model } = this.parts;
    return [
      ...(this.#isCreated(entity) ? this.#belongedTo(entity) : this.#examplesOf(entity)),
      ...(entity === model.account?.entity.text ? people.map((_, persona): Handle => ({ kind: 'account', persona })) : []),
      // Of a series that one request creates, the first records and the last are enough.
      ...[...(made.get(entity) ?? []).keys()].flatMap((ordinal, _, { length }): readonly Handle[] =>
        ordinal < perEntity || ordinal === length - 1 ? [{ kind: 'made', entity, ordinal }] : [],
      ),
    ];
  }

  /** Every second record has other numbers and dates than the first. */
  #picksFor(call: Call, made: Made): ReadonlyMap<string, number> {
    const isSecond = createdBy(call).some((entity) => (made.get(entity)?.length ?? 0) % 2 === 1);
    const varied = isSecond ? this.parts.inputs.of(call).filter((input) => input.place === 'body' && isMeasure(input)) : [];
    return new Map(varied.map(({ name }) => [name, 1]));
  }

  #measures(made: Made): ReadonlyMap<string, string> {
    const { model, oracle } = this.parts;
    const found = new Map([['people', this.#peopleKey()]]);
    for (const [entity, ids] of made)
      for (const [place, id] of ids.entries())
        for (const [name, value] of Object.entries(oracle.record(entity, id) ?? {})) {
          const kind = fieldOf(model, entity, name)?.type.kind ?? '';
          // Each trial has a time of its own, so times are compared by the minute.
          const isMoment = kind === 'datetime' && typeof jsonOf(value) === 'string';
          if (isMoment || measures.has(kind)) found.set(`${entity} ${place}.${name}`, String(jsonOf(value)).slice(0, isMoment ? 16 : 99));
        }
    return found;
  }

  /** Whether it ends a session that this run did not begin, and so cannot begin again. */
  #endsForGood({ call, persona }: Planned): boolean {
    return signsOut(call) && persona !== null && typeof this.parts.people[persona]?.token === 'string';
  }

  /** Whether the request changes records of an entity that its call's effects write. */
  changesOthers({ planned, after }: Fitting, made: Made): boolean {
    const { model } = this.parts;
    const written = writtenBy(model, planned.call);
    if (written.size === 0) return false;
    const isWritten = (key: string): boolean =>
      key === 'people' ? written.has(model.account?.entity.text ?? '') : written.has(key.split(' ')[0] ?? '');
    const before = this.#measures(made);
    return [...after].some(([key, words]) => isWritten(key) && before.get(key) !== words);
  }

  /**
   * Describes the people whom this run did not sign up, but for numbers: those come and go. Empty
   * if a reset puts them back.
   */
  #lastingKey(): string {
    if (this.parts.hasReset) return '';
    return peopleKey(
      { ...this.parts, limits: [] },
      this.parts.people.filter(({ signedUp }) => !signedUp),
    );
  }

  #peopleKey(): string {
    return peopleKey({ ...this.parts, limits: this.#limits }, this.parts.people);
  }

  /** The oracle knows every record. */
  #side(made: Made): Side {
    const { model, oracle, people } = this.parts;
    return {
      persona: (place) => people[place] as Persona,
      endOf: (step) => endOf(step, this.parts, made),
      value: (handle, path) => storedValue(model, oracle, recordOf(this.parts, made, handle), path),
    };
  }

  #isCreated(entity: string): boolean {
    const { model } = this.parts;
    return entity === model.account?.entity.text || model.calls.some((call) => createdBy(call).includes(entity));
  }

  /**
   * The examples that people belong to, such as the hut of a warden, if no call lets them belong to
   * another: what their role allows, they can do only there.
   */
  #belongedTo(entity: string): readonly Handle[] {
    const { model, oracle, people, inputs } = this.parts;
    const account = model.account?.entity.text ?? '';
    const fields = groupFields(model).filter(
      (field) => field.type.entity.text === entity && !model.calls.some((call) => inputs.of(call).some((input) => input.field === field)),
    );
    if (fields.length === 0) return [];
    const ids = new Set(people.flatMap((one) => fields.map(({ name }) => oracle.record(account, one.account)?.[name.text])));
    return [...oracle.examples].flatMap(([name, { id, entity: of }]) => (of === entity && ids.has(id) ? [{ kind: 'example', name }] : []));
  }

  #examplesOf(entity: string): readonly Handle[] {
    const examples = [...this.parts.oracle.examples].filter(([, one]) => one.entity === entity);
    return examples.slice(0, 3).map(([name]): Handle => ({ kind: 'example', name }));
  }
}
