import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { fieldsRead, nodesOf, readersOf } from '../../explorer/document/readers.ts';
import { isNow } from '../../explorer/document/thresholds.ts';
import type { Node as Expression } from '../../expression/node.ts';
import type { Call } from '../../model/ast/calls.ts';
import { isTimer } from '../../model/ast/states.ts';
import { entityOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { day } from '../values/values.ts';
import type { Near } from './aims.ts';
import { fieldsWritten } from './enablers.ts';
import { joinedWays } from './joined-ways.ts';
import { otherValues, type Uses } from './other-values.ts';
import type { Planned } from './planned.ts';
import { peopleOf, repeatedWays, withPart } from './repeated-ways.ts';
import { createdBy, type Made, type PlanParts, rowsOf, signsUp } from './situations.ts';
import { waitsFor, waitsOf } from './timed-ways.ts';
import type { Trials } from './trials.ts';
import { stepKey } from './tried-ways.ts';
import { waiting } from './waits.ts';
import { statesOf, usesByRow, usesByWrittenField } from './world-shape.ts';

/** The most other values of a step, each with that many moments. */
const mostOthers = 8;
const mostWaits = 10;
/** How many days pass where a field depends on how long something takes. */
const someDays = [10, 40, 150];
/** How often the requests about a record are repeated for others. */
const mostRepeated = 6;

/** How often the last request is sent again, and with how many other values each time. */
const mostAgain = 12;
const mostParts = 4;

/** Other requests after the first `keep` ones of a way. */
export interface Change {
  readonly keep: number;
  readonly rest: readonly Planned[];
}

/** The changes of a way that may bring it nearer to an aim. */
export class ChangedWays {
  readonly #model: Model;
  /** The shortest way to a record in each state and with each relation it need not have. */
  readonly #ways = new Map<string, readonly Planned[]>();
  readonly #written = new Map<Call, ReadonlySet<string>>();
  readonly #uses: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #effects: ReadonlyMap<string, ReadonlySet<string>>;
  /** The fields that timers write, or effects by what day it is. */
  readonly #timed: ReadonlySet<string>;

  constructor(model: Model) {
    this.#model = model;
    this.#uses = usesByRow(model);
    this.#effects = usesByWrittenField(model);
    const timerRows = new Set(model.machines.flatMap(({ transitions }) => transitions.filter(isTimer).map(({ span }) => span.from)));
    const effects = readersOf(model).filter(({ kind, target }) => kind === 'effect' && target !== null);
    const byTime = effects.filter(({ row, expression }) => timerRows.has(row.from) || nodesOf(model, expression).some(isNow));
    this.#timed = new Set(byTime.flatMap(({ target }) => target ?? []));
    for (const call of model.calls) this.#written.set(call, fieldsWritten(model, call));
  }

  /** Notes a way by the states of the first record of each entity. */
  noteWay(path: readonly Planned[], made: Made, { model, oracle }: PlanParts): void {
    for (const [entity, [id = '']] of made) {
      const record = oracle.record(entity, id);
      const related = (entityOf(model, entity)?.fields ?? []).filter(
        ({ name, type, required }) => type.kind === 'relation' && !required && typeof record?.[name.text] === 'string',
      );
      const key = `${entity} ${statesOf(model, oracle, entity, id)} ${related.map(({ name }) => name.text)}`;
      if (!this.#ways.has(key)) this.#ways.set(key, path);
    }
  }

  /**
   * Lets time pass before the last request, if what the aim needs depends on it; also where the way
   * has other values, since another deadline may come first.
   */
  waiting({ path, last, left, amounts, apart, rows }: Near, trials: Trials): readonly Change[] {
    const reads = left.flatMap((node) => nodesOf(this.#model, { node }));
    const isLater = [...fieldsRead(this.#model, reads)].some((field) => this.#timed.has(field));
    if (!isLater && !reads.some(isNow)) return [];
    return trials.parts.oracle.tried(() => {
      const made = trials.after(path);
      if (made === null) return [];
      const uses = this.#usesOf(left, rows);
      const aDay = waiting({ kind: 'for', milliseconds: day }, null);
      const long = isLater ? someDays.map((days) => waiting({ kind: 'for', milliseconds: days * day }, null)) : [];
      const waits = [...waitsOf(apart), ...waitsFor(path, last, made, trials), aDay, ...long];
      const others = path.flatMap((step, place) =>
        otherValues(step, uses, amounts, made, trials)
          .slice(0, mostOthers)
          .flatMap((other) =>
            waits.slice(0, mostWaits).map((wait) => ({ keep: place, rest: [other, ...path.slice(place + 1), wait, last] })),
          ),
      );
      // Some records only wait so long after another event: a booking that is paid.
      const events = this.#eventsLike(last).flatMap((call) => this.#accepted(call, [...path, last], made, trials));
      const afterEvents = events.flatMap((one) =>
        [...waitsOf(apart), aDay].map((wait) => ({ keep: path.length, rest: [one, wait, last] })),
      );
      return inTurn([waits.map((wait) => ({ keep: path.length, rest: [wait, last] })), afterEvents, others]);
    });
  }

  /** The calls that trigger events of the records that a request is about. */
  #eventsLike({ handles }: Planned): readonly Call[] {
    const about = new Set([...handles.values()].flatMap((one) => (one.kind === 'made' ? one.entity : [])));
    return this.#model.calls.filter(
      (call) => call.signed === null && createdBy(call).length === 0 && rowsOf(this.#model, call).some(({ entity }) => about.has(entity)),
    );
  }

  /**
   * In turn: other values of what the aim reads itself, the last request's first, and then of each
   * other kind, the simplest first.
   */
  of({ path, last, left, amounts, rows }: Near, trials: Trials): readonly Change[] {
    const { length: keep } = path;
    const own = this.#usesOf(left, rows, false);
    const uses = this.#usesOf(left, rows);
    return trials.parts.oracle.tried(() => {
      const made = trials.after(path);
      if (made === null) return [];
      const othersOf = (step: Planned, read: Uses): readonly Planned[] => otherValues(step, read, amounts, made, trials);
      const others = (step: Planned): readonly Planned[] => othersOf(step, uses);
      const steps = [...path, last];
      // The last call may also write what the aim reads.
      const accepted = memoizeByObject((call: Call) => this.#accepted(call, steps, made, trials));
      const writers = this.#writersOf(uses).flatMap(accepted);
      const onWay = (read: Uses): readonly (readonly Change[])[] =>
        path
          .map((step, place) => othersOf(step, read).map((other) => ({ keep: place, rest: [other, ...path.slice(place + 1), last] })))
          .reverse();
      const joined = [...this.#ways].flatMap(([key, one]) =>
        uses.entities.has(key.split(' ')[0] ?? '') ? joinedWays(one, path, last) : [],
      );
      const asOthers = accepted(last.call).filter(({ persona }) => persona !== last.persona);
      const fromStart = (ways: readonly (readonly Planned[])[]): readonly Change[] => ways.map((rest) => ({ keep: 0, rest }));
      // From values that are refused for several reasons no change leads to the aim.
      const plain = trials.fitted({ ...last, mutation: null }, made);
      const usual = plain === null ? [] : [plain.planned, ...othersOf(plain.planned, own)];
      const direct = inTurn([[...usual, ...othersOf(last, own)].map((one) => ({ keep, rest: [one] })), ...onWay(own)]);
      const rest = inTurn([
        asOthers.flatMap((one) => [one, ...othersOf(one, own)]).map((one) => ({ keep, rest: [one] })),
        alike(trials.candidates(last.call, made), steps, trials).map(({ persona, handles }) => ({
          keep,
          rest: [{ ...last, persona, handles }],
        })),
        writers.flatMap((one) => aboutNewest(one, last, made).map((then) => ({ keep, rest: [one, then] }))),
        this.#again({ last, amounts }, uses, others).map((rest) => ({ keep, rest: [...rest, last] })),
        fromStart(this.#newcomers(steps, uses, others, trials).map((one) => [one, ...path, last])),
        fromStart(this.#repeated({ path, last, left, amounts }, uses, trials)),
        fromStart(this.#recast(steps, trials)),
        fromStart(joined),
        others(last).map((one) => ({ keep, rest: [one] })),
        writers.flatMap((one) =>
          others(one).flatMap((other) => aboutNewest(one, last, made).map((then) => ({ keep, rest: [other, then] }))),
        ),
        inTurn(onWay(uses)),
        path.flatMap((step, place): readonly Change[] =>
          createdBy(step.call).length > 0 ? [] : [{ keep: place, rest: [...path.slice(place + 1), last] }],
        ),
      ]);
      return withoutRepeats(inTurn([direct, rest]));
    });
  }

  /**
   * The way with a request earlier on it that writes what the aim reads. Its end need not be
   * possible any more where the way is: a deposit is paid before the thing is handed out.
   */
  inserted({ path, last, left, amounts, rows }: Near, trials: Trials): readonly Change[] {
    const uses = this.#usesOf(left, rows);
    const writers = this.#writersOf(uses).filter((call) => createdBy(call).length === 0);
    return trials.parts.oracle.tried(() => {
      let made: Made = new Map();
      const found = path.slice(0, -1).map((step, place): readonly Change[] => {
        made = trials.done(step, made)?.made ?? made;
        const accepted = writers.flatMap((call) => this.#accepted(call, [...path, last], made, trials));
        const others = accepted.map((one) => otherValues(one, uses, amounts, made, trials).slice(0, mostOthers));
        return [...accepted, ...inTurn(others)].map((one) => ({ keep: place + 1, rest: [one, ...path.slice(place + 1), last] }));
      });
      return inTurn(found.reverse());
    });
  }

  /** The way with someone of another role in place of one of its people. */
  #recast(steps: readonly Planned[], trials: Trials): readonly (readonly Planned[])[] {
    const { people } = trials.parts;
    const roles = placesByRoles(trials);
    return [...new Set(steps.flatMap(peopleOf))].flatMap((part) =>
      [...roles].flatMap(([role, to]) => (role === people[part]?.roles.join() ? [] : [steps.map((step) => withPart(step, part, to))])),
    );
  }

  /** Sign-ups with other values, for each person of the way who signed up. */
  #newcomers(
    steps: readonly Planned[],
    { fields }: Uses,
    others: (step: Planned) => readonly Planned[],
    trials: Trials,
  ): readonly Planned[] {
    const { inputs, people } = trials.parts;
    const call = this.#model.calls.find(signsUp);
    const isRead =
      call !== undefined && inputs.of(call).some(({ field }) => field !== null && fields.has(`${field.entity}.${field.name.text}`));
    if (call === undefined || !isRead) return [];
    const own = [...new Set(steps.flatMap(peopleOf))].filter((place) => people[place]?.signedUp === true);
    return own.flatMap((as) => {
      const plain: Planned = { call, persona: null, handles: new Map(), picks: new Map(), mutation: null, as };
      const fitting = trials.fitted(plain, new Map());
      return fitting === null || fitting.answer.status >= 400 ? [] : others(fitting.planned);
    });
  }

  /** The way with more records, if the aim depends on lists: as many as a limit lacks, and more. */
  #repeated(
    { path, last, left, amounts }: Pick<Near, 'path' | 'last' | 'left' | 'amounts'>,
    { entities }: Uses,
    trials: Trials,
  ): readonly (readonly Planned[])[] {
    const isList = left.some((node) => nodesOf(this.#model, { node }).some(({ type }) => type.kind === 'list'));
    if (!isList) return [];
    const { people } = trials.parts;
    const others = (persona: number): readonly number[] =>
      [...people.keys()].filter((one) => one !== persona && people[one]?.roles.join() === people[persona]?.roles.join());
    const lacks = amounts.flatMap(([one, other]) => [Math.abs(one - other), Math.abs(one - other) + 1]);
    const times = [...new Set([1, ...lacks])].filter((count) => Number.isInteger(count) && count > 0 && count <= mostRepeated);
    return times.slice(0, 3).flatMap((count) => repeatedWays(path, last, entities, count, others));
  }

  /** The last request as often as an amount lacks that its own effect counts: visits of a pass. */
  #again(
    { last, amounts }: Pick<Near, 'last' | 'amounts'>,
    uses: Uses,
    others: (step: Planned) => readonly Planned[],
  ): readonly (readonly Planned[])[] {
    if (createdBy(last.call).length > 0 || !this.#writersOf(uses).includes(last.call)) return [];
    const lacks = [...new Set(amounts.map(([one, other]) => Math.abs(one - other)))];
    const times = lacks.filter((count) => Number.isInteger(count) && count > 0 && count <= mostAgain).slice(0, 2);
    const steps = times.length === 0 ? [] : [last, ...others(last).slice(0, mostParts)];
    return times.flatMap((count) => steps.map((step) => Array.from({ length: count }, () => step)));
  }

  #writersOf({ fields }: Uses): readonly Call[] {
    return [...this.#written].flatMap(([call, written]) =>
      call.signed === null && [...written].some((field) => fields.has(field)) ? [call] : [],
    );
  }

  /** `withEffects`: also what effects read that write the fields. */
  #usesOf(left: readonly Expression[], rows: readonly number[], withEffects = true): Uses {
    const nodes = left.flatMap((node) => nodesOf(this.#model, { node }));
    const fields = new Set([...fieldsRead(this.#model, nodes), ...rows.flatMap((row) => [...(this.#uses.get(row) ?? [])])]);
    if (withEffects) for (const use of [...fields].flatMap((field) => [...(this.#effects.get(field) ?? [])])) fields.add(use);
    const parameters = nodes.flatMap((node) => (node.kind === 'name' && node.resolution.kind === 'bound' ? node.name : []));
    return { fields, parameters: new Set(parameters), entities: new Set([...fields].map((field) => field.split('.')[0] ?? '')) };
  }

  /** The call about each record, by the first person whose request is accepted. */
  #accepted(call: Call, steps: readonly Planned[], made: Made, trials: Trials): readonly Planned[] {
    const found = new Map<string, Planned>();
    for (const candidate of alike(trials.candidates(call, made), steps, trials)) {
      const about = JSON.stringify([...candidate.handles]);
      const fitting = found.has(about) ? null : trials.fitted(candidate, made);
      if (fitting !== null && fitting.answer.status < 400 && !fitting.lasts) found.set(about, fitting.planned);
    }
    return [...found.values()];
  }
}

/**
 * The requests by the people who take part in a way and by one more of each set of roles, about the
 * accounts of these.
 */
function alike(candidates: readonly Planned[], steps: readonly Planned[], trials: Trials): readonly Planned[] {
  const { people } = trials.parts;
  const parts = new Set(steps.flatMap(peopleOf));
  const others = [...people.keys()].filter((place) => !parts.has(place));
  for (const place of placesByRoles(trials, others).values()) parts.add(place);
  return candidates.filter(
    (one) => (one.persona !== null || one.call.roles.length === 0) && peopleOf(one).every((place) => parts.has(place)),
  );
}

/** Each change once. */
function withoutRepeats(changes: readonly Change[]): readonly Change[] {
  const found = new Map<string, Change>();
  for (const one of changes) {
    const key = `${one.keep} ${one.rest.map((step) => `${step.as} ${stepKey(step)}`)}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

/** The place of one person with each set of roles. */
const placesByRoles = ({ parts: { people } }: Trials, places: Iterable<number> = people.keys()): ReadonlyMap<string, number> =>
  new Map([...places].map((place) => [people[place]?.roles.join() ?? '', place]));

/** The request, and the same about the record that another one creates before it. */
function aboutNewest({ call }: Planned, last: Planned, made: Made): readonly Planned[] {
  const newest = [...last.handles].flatMap(([name, one]) =>
    one.kind === 'made' && createdBy(call).includes(one.entity)
      ? [[name, { ...one, ordinal: made.get(one.entity)?.length ?? 0 }] as const]
      : [],
  );
  return newest.length === 0 ? [last] : [{ ...last, handles: new Map([...last.handles, ...newest]) }, last];
}

/** The first of each list, then the second ones, and so on. */
export function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return [...Array(longest).keys()].flatMap((place) => lists.flatMap((list) => (place < list.length ? [list[place] as T] : [])));
}
