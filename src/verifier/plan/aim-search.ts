import { grouped } from '../../base/grouped.ts';
import { fieldsRead, nodesOf, readersOf } from '../../explorer/document/readers.ts';
import { isNow } from '../../explorer/document/thresholds.ts';
import type { Node as Expression } from '../../expression/node.ts';
import type { Scope } from '../../expression/values/value.ts';
import type { Call } from '../../model/ast/calls.ts';
import { entityOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { aimsOf, amountsIn, type Near, nodesLeft, type OpenAim, reached, valueIn, type Watcher } from './aims.ts';
import { type Enabled, fieldsWritten } from './enablers.ts';
import { joinedWays } from './joined-ways.ts';
import { otherValues, type Uses } from './other-values.ts';
import type { Planned } from './planned.ts';
import { peopleOf, repeatedWays, withPart } from './repeated-ways.ts';
import { createdBy, type Made, type Node, outcomeOf, type PlanParts, signsUp } from './situations.ts';
import { waitsFor } from './timed-ways.ts';
import type { Trials } from './trials.ts';
import { statesOf, usesByRow } from './world-shape.ts';

/** The most requests that are tried for an aim, first for each one and then for those left. */
const perAim = [40, 200];
/** The pass in which only time passes before the request, and how much is tried in all such. */
const waitingPass = perAim.length;
const passes = [...perAim.keys(), waitingPass];
const perWaiting = 100;
/** The most other values of a step, each with that many moments. */
const mostOthers = 8;
const mostWaits = 10;
const perPlanWaiting = 8000;
/** The most that are tried for all. */
const perPlan = 40_000;
/** How often a way may be changed to come nearer to an aim. */
const mostChanges = 4;
/** How often the requests about a record are repeated for others. */
const mostRepeated = 6;

/** Whether one of the chosen rows decides the answer. */
type IsWanted = (planned: Planned, made: Made, answer: CallAnswer) => boolean;

/** Other requests after the first `keep` ones of a way. */
interface Change {
  readonly keep: number;
  readonly rest: readonly Planned[];
}

/**
 * Searches requests that show each condition of the document at work: that it decides alone, in
 * both ways and at its limit, and that each part of it makes a difference. A way that evaluates the
 * condition is changed step by step, as long as more of what the aim needs is there.
 */
export class AimSearch {
  readonly #model: Model;
  /** For rules: the aims of each call, since a service may check a rule in one of them only. */
  readonly #aims = new Map<Expression, Map<Call | null, readonly OpenAim[]>>();
  /** The shortest way to a record in each state and with each relation it need not have. */
  readonly #ways = new Map<string, readonly Planned[]>();
  readonly #written = new Map<Call, ReadonlySet<string>>();
  readonly #uses: ReadonlyMap<number, ReadonlySet<string>>;
  /** The start of the row of each rule and guard. */
  readonly #rows: ReadonlyMap<Expression, number>;
  readonly #rules: ReadonlyMap<Expression, string>;
  /** What the effects that write each field read: fields and parameters, `Order.pay(amount)`. */
  readonly #effects = new Map<string, readonly string[]>();
  #tries = 0;
  #waits = 0;
  #count = 0;
  #isWatching = false;

  constructor(model: Model) {
    this.#model = model;
    this.#uses = usesByRow(model);
    this.#rows = new Map(
      readersOf(model).flatMap(({ kind, row, expression: { node } }) =>
        node !== null && (kind === 'rule' || kind === 'guard') ? [[node, row.from]] : [],
      ),
    );
    const readers = readersOf(model);
    this.#rules = new Map(
      readers.flatMap(({ kind, entity, expression: { node } }) =>
        node !== null && entity !== null && kind === 'rule' ? [[node, entity]] : [],
      ),
    );
    const effects = readers.filter(({ kind }) => kind === 'effect');
    for (const sameRow of grouped(effects, ({ row }) => String(row.from)).values()) {
      const uses = sameRow.flatMap(({ event, expression }) => [
        ...(event === null ? [] : expression.reads.bound.map((name) => `${event.entity}.${event.name}(${name})`)),
        ...fieldsRead(model, nodesOf(model, expression)),
      ]);
      for (const { target } of sameRow)
        if (target !== null) this.#effects.set(target, [...new Set([...(this.#effects.get(target) ?? []), ...uses])]);
    }
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

  /** Watches requests after a way. */
  after(path: readonly Planned[]): Watcher {
    return (last) => {
      const whole: { readonly open: OpenAim; readonly row: number | undefined; readonly refuses: boolean }[] = [];
      /** What the rows that are not kept compare. */
      const broken = new Map<number, Pick<Near, 'left' | 'amounts'>>();
      const see = (root: Expression, scope: Scope): void => {
        const isBroken = (): boolean => valueIn(root, scope) === false;
        const row = this.#rows.get(root);
        if (row !== undefined && isBroken()) broken.set(row, { left: [root], amounts: amountsIn([root], scope) });
        for (const open of this.#openOf(root, last.call)) {
          if (open.isShown) continue;
          const { score, isWhole } = reached(open.aim, scope);
          if (isWhole) whole.push({ open, row, refuses: isBroken() });
          if (score <= (open.near?.score ?? -1)) continue;
          const left = nodesLeft(open.aim, scope);
          open.near = { path, last, score, left, amounts: amountsIn(left, scope), rows: [] };
        }
      };
      return {
        watch: (root, scope) => {
          if (this.#isWatching) return;
          this.#isWatching = true;
          try {
            see(root, scope);
          } finally {
            this.#isWatching = false;
          }
        },
        shown: ({ status, refusals = [] }) => {
          if (status < 400) return whole.map(({ open }) => open);
          // What a condition allows shows only if nothing else refuses the request; that of a row
          // which refuses shows by its error.
          const rows = refusals.flatMap(({ at }) => at?.from ?? []);
          const all = rows.flatMap((row) => broken.get(row) ?? []);
          const isShown = ({ row, refuses }: (typeof whole)[number]): boolean => (row === undefined ? refuses : row === rows[0]);
          for (const { open } of whole.filter((one) => !isShown(one))) {
            const score = 1 / (1 + refusals.length);
            if (rows.length === 0 || score <= (open.blocked?.score ?? -1)) continue;
            open.blocked = {
              path,
              last,
              score,
              left: all.flatMap(({ left }) => left),
              amounts: all.flatMap(({ amounts }) => amounts),
              rows,
            };
          }
          return whole.filter(isShown).map(({ open }) => open);
        },
      };
    };
  }

  #openOf(root: Expression, call: Call): readonly OpenAim[] {
    const entity = this.#rules.get(root);
    const kind = entity === undefined ? null : writes(call, entity);
    // Records of other entities that effects write seldom break a rule.
    if (entity !== undefined && kind === null) return [];
    const key = kind === 'itself' ? call : null;
    const byCall = this.#aims.get(root) ?? new Map<Call | null, readonly OpenAim[]>();
    const known =
      byCall.get(key) ??
      aimsOf(root).map((aim): OpenAim => ({ aim, isShown: false, near: null, blocked: null, searched: passes.map(() => new Set<Near>()) }));
    this.#aims.set(root, byCall.set(key, known));
    return known;
  }

  /** Notes that a request is sent which shows these aims. */
  noteShown(shows: readonly OpenAim[]): void {
    for (const open of shows) open.isShown = true;
  }

  /** Notes what the requests of a situation show, and those that lead to it. */
  noteSent({ path, checks, moves }: Node, trials: Trials): void {
    trials.parts.oracle.tried(() => {
      let made: Made = new Map();
      const show = (planned: Planned, before: readonly Planned[]): void => {
        trials.watcher = this.after(before);
        this.noteShown(trials.trial(planned, made)?.shows ?? []);
        trials.watcher = null;
      };
      for (const [place, step] of path.entries()) {
        show(step, path.slice(0, place));
        const done = trials.done(step, made);
        if (done === null) return;
        ({ made } = done);
      }
      for (const planned of [...checks, ...moves.map((move) => move.planned)]) show(planned, path);
    });
  }

  /** The situations in which aims are reached that were not reached before. */
  *next(trials: Trials, isWanted: IsWanted, waits = false): Iterable<Enabled> {
    for (const pass of passes.filter((one) => waits === (one === waitingPass))) {
      let isFound = false;
      for (const open of [...this.#aims.values()].flatMap((one) => [...one.values()]).flat())
        for (const from of ['blocked', 'near'] as const)
          for (const one of this.#search(open, from, pass, trials, isWanted)) {
            isFound = true;
            yield one;
          }
      if (isFound) return;
    }
  }

  #isEnough(pass: number): boolean {
    return pass === waitingPass ? this.#waits > perPlanWaiting : this.#tries > perPlan;
  }

  /** Changes the nearest way until the aim is reached or no change brings it nearer. */
  *#search(open: OpenAim, from: 'blocked' | 'near', pass: number, trials: Trials, isWanted: IsWanted): Iterable<Enabled> {
    const searched = open.searched[pass] as Set<Near>;
    const isWaiting = pass === waitingPass;
    let left = perAim[pass] ?? perWaiting;
    const changesOf: (...given: [Near, Trials]) => readonly Change[] = (...given) =>
      isWaiting ? this.#waitsFor(...given) : this.#changesOf(...given);
    for (let round = 0; round < mostChanges && !open.isShown; round++) {
      const near = open[from];
      if (near === null || searched.has(near) || this.#isEnough(pass)) return;
      searched.add(near);
      const isOver = (): boolean => open.isShown || open[from] !== near || left <= 0;
      // The pass before has tried the first ones.
      const tried = !isWaiting && open.searched[pass - 1]?.has(near) === true ? (perAim[pass - 1] ?? 0) : 0;
      for (const [keep, changes] of groupsOf(changesOf(near, trials).slice(tried, tried + left))) {
        const kept = near.path.slice(0, keep);
        const found = trials.parts.oracle.tried(() => {
          const made = trials.after(kept);
          return changes.flatMap((one): readonly Enabled[] => {
            if (made === null || isOver()) return [];
            left--;
            if (isWaiting) this.#waits++;
            else this.#tries++;
            return this.#tried(kept, one.rest, made, trials, isWanted);
          });
        });
        yield* found;
      }
    }
  }

  /** The situation of the last request after some others, if it shows something new. */
  #tried(kept: readonly Planned[], rest: readonly Planned[], from: Made, trials: Trials, isWanted: IsWanted): readonly Enabled[] {
    return trials.parts.oracle.tried(() => {
      const last = rest.at(-1) as Planned;
      const way = trials.afterFitted(rest.slice(0, -1), from);
      if (way === null) return [];
      const { made } = way;
      const path = [...kept, ...way.path];
      trials.watcher = this.after(path);
      const done = trials.trial(last, made);
      trials.watcher = null;
      if (done === null || done.shows.length === 0 || !isWanted(last, made, done.answer)) return [];
      this.noteShown(done.shows);
      const planned: Planned = { ...last, outcome: outcomeOf(done.answer), rank: 0 };
      const node: Node = { key: `aim ${++this.#count}`, path, checks: [], moves: [], isNamed: true };
      const isMove = done.answer.status < 400 && last.call.method !== 'GET';
      // What follows is planned for the people as they are.
      const isSame = path.every(({ as }) => as === undefined);
      if (isMove) node.moves.push({ planned, to: isSame ? done.key : '', isNew: true, lasts: done.lasts });
      else node.checks.push(planned);
      return [{ node, to: isMove && isSame && !done.lasts ? done.key : '', path: [...path, planned] }];
    });
  }

  /**
   * Lets time pass before the last request, if what the aim needs depends on it; also where the way
   * has other values, since another deadline may come first.
   */
  #waitsFor({ path, last, left, amounts, rows }: Near, trials: Trials): readonly Change[] {
    if (!left.some((node) => nodesOf(this.#model, { node }).some(isNow))) return [];
    return trials.parts.oracle.tried(() => {
      const made = trials.after(path);
      if (made === null) return [];
      const uses = this.#usesOf(left, rows);
      const waits = waitsFor(path, last, made, trials);
      const others = path.flatMap((step, place) =>
        otherValues(step, uses, amounts, made, trials)
          .slice(0, mostOthers)
          .flatMap((other) =>
            waits.slice(0, mostWaits).map((wait) => ({ keep: place, rest: [other, ...path.slice(place + 1), wait, last] })),
          ),
      );
      return inTurn([waits.map((wait) => ({ keep: path.length, rest: [wait, last] })), others]);
    });
  }

  /** Changes that may bring a way nearer: in turn of each kind, the simplest first. */
  #changesOf({ path, last, left, amounts, rows }: Near, trials: Trials): readonly Change[] {
    const { length: keep } = path;
    const uses = this.#usesOf(left, rows);
    return trials.parts.oracle.tried(() => {
      const made = trials.after(path);
      if (made === null) return [];
      const others = (step: Planned): readonly Planned[] => otherValues(step, uses, amounts, made, trials);
      const writers = this.#writersOf(uses).flatMap((call) => this.#accepted(call, made, trials));
      const onWay = path.flatMap((step, place) =>
        others(step).map((other): Change => ({ keep: place, rest: [other, ...path.slice(place + 1), last] })),
      );
      const joined = [...this.#ways].flatMap(([key, one]) =>
        uses.entities.has(key.split(' ')[0] ?? '') ? joinedWays(one, path, last) : [],
      );
      const asOthers = [...placesByRoles(trials).values()].flatMap((persona) =>
        persona === last.persona ? [] : others({ ...last, persona }),
      );
      const fromStart = (ways: readonly (readonly Planned[])[]): readonly Change[] => ways.map((rest) => ({ keep: 0, rest }));
      return inTurn([
        others(last).map((one) => ({ keep, rest: [one] })),
        trials.candidates(last.call, made).map(({ persona, handles }) => ({ keep, rest: [{ ...last, persona, handles }] })),
        writers.flatMap((one) => aboutNewest(one, last, made).map((then) => ({ keep, rest: [one, then] }))),
        fromStart(this.#newcomers([...path, last], uses, others, trials).map((one) => [one, ...path, last])),
        fromStart(this.#repeated({ path, last, left, amounts }, uses, trials)),
        fromStart(this.#recast([...path, last], trials)),
        fromStart(joined),
        asOthers.map((one) => ({ keep, rest: [one] })),
        writers.flatMap((one) =>
          others(one).flatMap((other) => aboutNewest(one, last, made).map((then) => ({ keep, rest: [other, then] }))),
        ),
        onWay.reverse(),
      ]);
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

  #writersOf({ fields }: Uses): readonly Call[] {
    return [...this.#written].flatMap(([call, written]) =>
      call.signed === null && [...written].some((field) => fields.has(field)) ? [call] : [],
    );
  }

  #usesOf(left: readonly Expression[], rows: readonly number[]): Uses {
    const nodes = left.flatMap((node) => nodesOf(this.#model, { node }));
    const fields = new Set([...fieldsRead(this.#model, nodes), ...rows.flatMap((row) => [...(this.#uses.get(row) ?? [])])]);
    for (const use of [...fields].flatMap((field) => this.#effects.get(field) ?? [])) fields.add(use);
    const parameters = nodes.flatMap((node) => (node.kind === 'name' && node.resolution.kind === 'bound' ? node.name : []));
    return { fields, parameters: new Set(parameters), entities: new Set([...fields].map((field) => field.split('.')[0] ?? '')) };
  }

  /** The call about each record, by the first person whose request is accepted. */
  #accepted(call: Call, made: Made, trials: Trials): readonly Planned[] {
    const found = new Map<string, Planned>();
    for (const candidate of trials.candidates(call, made)) {
      const about = JSON.stringify([...candidate.handles]);
      const fitting = found.has(about) ? null : trials.fitted(candidate, made);
      if (fitting !== null && fitting.answer.status < 400 && !fitting.lasts) found.set(about, fitting.planned);
    }
    return [...found.values()];
  }
}

/** The place of one person with each set of roles. */
const placesByRoles = ({ parts: { people } }: Trials): ReadonlyMap<string, number> =>
  new Map([...people.entries()].map(([place, one]) => [one.roles.join(), place]));

/** Whether a call creates or updates records of an entity itself, or by an event of them. */
function writes(call: Call, entity: string): 'itself' | 'by event' | null {
  const steps = (call.does?.steps ?? []).filter((step) => {
    const about = 'target' in step ? step.target : 'of' in step ? step.of : null;
    return about?.type.kind === 'record' && about.type.entity === entity;
  });
  if (createdBy(call).includes(entity) || steps.some(({ kind }) => ['update', 'add', 'remove'].includes(kind))) return 'itself';
  return steps.some(({ kind }) => kind === 'event') ? 'by event' : null;
}

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
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return [...Array(longest).keys()].flatMap((place) => lists.flatMap((list) => (place < list.length ? [list[place] as T] : [])));
}

/** Changes by how much of a way they keep, which need be replayed only once. */
function groupsOf(changes: readonly Change[]): ReadonlyMap<number, readonly Change[]> {
  const found = new Map<number, Change[]>();
  for (const one of changes) {
    const known = found.get(one.keep);
    if (known === undefined) found.set(one.keep, [one]);
    else known.push(one);
  }
  return found;
}
