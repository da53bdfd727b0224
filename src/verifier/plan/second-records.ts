import type { Step } from '../../expression/action.ts';
import type { Call } from '../../model/ast/calls.ts';
import { getsOf } from '../values/call-inputs.ts';
import type { LimitedWays } from './limited-ways.ts';
import type { Handle, Planned } from './planned.ts';
import { type SecondWay, secondWays, twinWays, withOther } from './second-ways.ts';
import { createdBy, type Made, type Node, outcomeOf, writtenBy } from './situations.ts';
import type { Trials } from './trials.ts';
import { takenRows, usesByRow } from './world-shape.ts';

/**
 * Whether both records share only a person. The whole way is repeated then, with too many numbers
 * to search for limits.
 */
const isWholeWay = (shared: string, { parts: { model } }: Trials): boolean => shared === model.account?.entity.text;

/**
 * Whether a rule refuses two records with the values that a call gives one. Some meet only if they
 * belong to two people, because one person may not have both.
 */
function mayMeet(call: Call, { parts: { model, inputs } }: Trials): boolean {
  const given = inputs.of(call).flatMap(({ field }) => (field === null ? [] : `${field.entity}.${field.name.text}`));
  return [...takenRows(model)].some((row) => given.some((field) => usesByRow(model).get(row)?.has(field)));
}

/** The number of states of its lists in which a call is tried with two records. */
const perList = 2;

/** The requests that remove the member which a request has added, by the calls that can. */
function removalsOf({ parts: { model } }: Trials, { call, persona, handles }: Planned): readonly Planned[] {
  const added = (call.does?.steps ?? []).flatMap((step) => (step.kind === 'add' ? [listName(step)] : []));
  const removing = model.calls.filter(
    ({ does, signed }) => signed === null && does?.steps.some((step) => step.kind === 'remove' && added.includes(listName(step))),
  );
  return removing.map((other) => {
    const known = new Map(getsOf(call).map(({ step, get }) => [get.entity.text, handles.get(`get:${step}`)]));
    const about = getsOf(other).flatMap(({ step, get }): readonly [string, Handle][] => {
      const handle = known.get(get.entity.text);
      return handle === undefined ? [] : [[`get:${step}`, handle]];
    });
    return { call: other, persona, handles: new Map(about), picks: new Map(), mutation: null };
  });
}

/** `Visit.ticked`: the list that a step adds to or removes from. */
const listName = ({ of, field }: Extract<Step, { kind: 'add' | 'remove' }>): string =>
  `${of.type.kind === 'record' ? of.type.entity : ''}.${field.text}`;

/** Whether a call adds members to a list, of which there may be several. */
export const addsMembers = ({ does }: Call): boolean => does?.steps.some(({ kind }) => kind === 'add') === true;

/**
 * Plans requests about a second record beside a first, and on top of what was done with the first.
 */
export class SecondRecords {
  readonly #limited: LimitedWays;
  readonly #firsts = new Map<string, { readonly node: Node; readonly planned: Planned }>();
  /** Calls that have been tried about a second record, and whether they changed another record. */
  readonly #doubled = new Set<string>();
  readonly #twins: { readonly node: Node; readonly planned: Planned }[] = [];
  /** The states of the records in the lists that each call reads. */
  readonly #inLists = new Map<Call, Set<string>>();
  #count = 0;

  constructor(limited: LimitedWays) {
    this.#limited = limited;
  }

  get isEmpty(): boolean {
    return this.#firsts.size + this.#twins.length === 0;
  }

  /**
   * Notes an accepted request that changes something. `changes`: whether it changes another record,
   * too. `inLists`: the states of the records in lists that it reads; empty if there are none.
   */
  note(node: Node, planned: Planned, changes: boolean, inLists: string): void {
    const key = `${planned.call.name.text} ${changes}`;
    if (!this.#doubled.has(key) && !this.#firsts.has(key)) this.#firsts.set(key, { node, planned });
    const known = this.#inLists.get(planned.call) ?? new Set();
    this.#inLists.set(planned.call, known);
    if (inLists === '' || known.has(inLists) || known.size >= perList) return;
    known.add(inLists);
    this.#twins.push({ node, planned });
  }

  /** Ways with two records in a list that had one. */
  #nextTwins(trials: Trials): readonly Node[] {
    return this.#twins.splice(0).flatMap(({ node, planned }) => {
      const times = this.#inLists.get(planned.call)?.size;
      return twinWays(node.path, planned).flatMap((path, nth) => {
        const way = { shared: `twins ${times} ${nth}`, isNear: true, path, last: [planned], second: new Set<Planned>(), after: [] };
        // Both, and the first alone: services that check only one of several check the first.
        return this.#second(way, trials, false, nth === 0 || nth === 2);
      });
    });
  }

  /**
   * Repeats the noted ways for a second record. Returns the situations with the requests to try.
   * `isNow`: whether a call is due.
   */
  next(trials: Trials, isNow: (call: Call) => boolean): readonly Node[] {
    const firsts = [...this.#firsts].filter(([, { planned }]) => isNow(planned.call));
    const found = firsts.flatMap(([key, { node, planned }]) => {
      this.#firsts.delete(key);
      this.#doubled.add(key);
      const { call } = planned;
      const { model, people } = trials.parts;
      const written = writtenBy(model, call);
      const account = model.account?.entity.text ?? null;
      const removals = removalsOf(trials, planned);
      return secondWays(node.path, planned, account !== null && written.has(account) ? account : null).flatMap((given) => {
        const way = { ...given, last: [...given.last, ...removals] };
        // If one person may not have two, another person with the same roles may have the second.
        const found = this.#second(way, trials);
        const own = way.after.find((step) => createdBy(step.call).length > 0)?.persona ?? null;
        const roles = own === null ? '' : people[own]?.roles.join();
        const other = own === null ? -1 : people.findIndex((one, place) => place !== own && one.roles.join() === roles);
        const isOwn = found.length > 0 && !mayMeet(call, trials);
        const another = isOwn || own === null || other < 0 ? null : withOther(way, own, other);
        const path = [...node.path, planned];
        const after = written.has(way.shared)
          ? [way, ...(another === null ? [] : [another])].flatMap((one) => this.#noteAfter(path, one, trials))
          : [];
        return [...(another === null ? found : this.#second(another, trials)), ...after];
      });
    });
    return [...found, ...this.#nextTwins(trials)];
  }

  /**
   * Plans the second of two requests on top of what the first one's effect wrote, and notes it,
   * since numbers may reach limits there.
   */
  #noteAfter(path: readonly Planned[], { shared, after }: SecondWay, trials: Trials): readonly Node[] {
    return trials.parts.oracle.tried(() => {
      const steps = [...path];
      const found: Node[] = [];
      let made = trials.after(path);
      for (const step of after) {
        const fitting = made === null ? null : trials.fitted(step, made);
        if (made === null || fitting === null) return found;
        const { planned, answer, lasts } = fitting;
        const node: Node = {
          key: `after ${++this.#count}`,
          path: [...steps],
          checks: [],
          moves: [],
          isNamed: true,
        };
        const tried: Planned = { ...planned, outcome: outcomeOf(answer), rank: 0 };
        if (!isWholeWay(shared, trials)) this.#limited.note(node, planned, made, trials, answer, 'after');
        if (answer.status >= 400) return [...found, { ...node, checks: [tried] }];
        if (step === after.at(-1)) {
          found.push({ ...node, moves: [{ planned: tried, to: '', isNew: true, lasts }] });
          found.push(...this.#othersAfter(steps, step, shared, made, trials));
        }
        steps.push(planned);
        made = trials.done(planned, made)?.made ?? null;
      }
      if (made !== null && !isWholeWay(shared, trials)) this.#noteWriters(steps, shared, made, trials);
      return found;
    });
  }

  /**
   * Replaces the last request by others about the same record whose effects write the same entity.
   */
  #othersAfter(path: readonly Planned[], last: Planned, shared: string, made: Made, trials: Trials): readonly Node[] {
    const { model } = trials.parts;
    const about = JSON.stringify([...last.handles]);
    const others = model.calls.filter((call) => call !== last.call && call.signed === null && writtenBy(model, call).has(shared));
    return others.flatMap((call): readonly Node[] => {
      const candidates = trials.candidates(call, made).filter(({ handles }) => JSON.stringify([...handles]) === about);
      const fitting = candidates.flatMap((one) => trials.fitted(one, made) ?? []).find(({ answer }) => answer.status < 400);
      if (fitting === undefined) return [];
      const { planned, answer, lasts } = fitting;
      const tried: Planned = { ...planned, outcome: outcomeOf(answer), rank: 1 };
      const key = `other ${++this.#count}`;
      return [{ key, path: [...path], checks: [], moves: [{ planned: tried, to: '', isNew: true, lasts }], isNamed: true }];
    });
  }

  /** Notes requests that write numbers of the shared record. */
  #noteWriters(path: readonly Planned[], shared: string, made: Made, trials: Trials): void {
    const { model, inputs } = trials.parts;
    const node: Node = { key: `writes ${path.at(-1)?.call.name.text} ${shared}`, path, checks: [], moves: [], isNamed: true };
    for (const call of model.calls) {
      const writes = inputs.of(call).some(({ field }) => field?.entity === shared && field.type.kind === 'integer');
      const candidates = writes && createdBy(call).length === 0 && call.signed === null ? trials.candidates(call, made) : [];
      const fitting = candidates.flatMap((planned) => trials.fitted(planned, made) ?? []).find(({ answer }) => answer.status < 400);
      if (fitting !== undefined && !fitting.lasts) this.#limited.note(node, fitting.planned, made, trials, fitting.answer, 'after');
    }
  }

  /**
   * The situations in which requests about the second record, or beside it, are tried; empty if the
   * way leads nowhere. `hasLimits`: its numbers are tried at limits. `isSoon`: it is sent before
   * what shows less.
   */
  #second(
    { shared, isNear, path, last }: SecondWay,
    trials: Trials,
    hasLimits = !isWholeWay(shared, trials),
    isSoon = false,
  ): readonly Node[] {
    return trials.parts.oracle.tried(() => {
      let made: Made = new Map();
      const steps: Planned[] = [];
      const found: Node[] = [];
      const way = ++this.#count;
      for (const [place, step] of [...path, ...last].entries()) {
        const fitting = trials.fitted(step, made);
        if (fitting === null) return found;
        const { planned, answer, lasts } = fitting;
        const isLast = place >= path.length;
        if (isLast) {
          const key = (nth: number): string => `second ${way} ${nth}`;
          const isMembers = isNear && addsMembers((last[0] as Planned).call);
          const rank = isSoon || isMembers || writtenBy(trials.parts.model, planned.call).has(shared) ? 0 : isNear ? 1 : 2;
          const node: Node = { key: key(found.length), path: [...steps], checks: [], moves: [], isNamed: true };
          const tried = { ...planned, outcome: outcomeOf(answer), rank };
          const same = planned === step ? null : trials.trial(step, made);
          // With the values of the first one, it may be refused because of them.
          if (same !== null && same.answer.status >= 400) node.checks.push({ ...step, outcome: outcomeOf(same.answer), rank });
          if (answer.status >= 400) node.checks.push(tried);
          else node.moves.push({ planned: tried, to: key(found.length + 1), isNew: true, lasts });
          if (hasLimits) this.#limited.note(node, planned, made, trials, answer);
          found.push(node);
        }
        const done = answer.status >= 400 ? null : trials.done(planned, made);
        if (done === null) return found;
        steps.push(planned);
        made = done.made;
      }
      return found;
    });
  }
}
