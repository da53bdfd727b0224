import { fieldsRead, nodesOf } from '../explorer/readers.ts';
import type { Node as Expression } from '../expression/node.ts';
import type { Call } from '../model/ast/calls.ts';
import type { Model } from '../model/model.ts';
import type { CallAnswer } from '../serve/calls/call-request.ts';
import { aimsOf, amountsIn, type Near, nodesLeft, type OpenAim, reached, valueIn, type Watcher } from './aims.ts';
import { type Enabled, fieldsWritten } from './enablers.ts';
import { joinedWays } from './joined-ways.ts';
import { otherValues, type Uses } from './other-values.ts';
import type { Planned } from './planned.ts';
import { peopleOf, repeatedWays, withPart } from './repeated-ways.ts';
import { type Made, type Node, outcomeOf, type PlanParts, signsUp } from './situations.ts';
import type { Trials } from './trials.ts';
import { statesOf } from './world-shape.ts';

/** The most requests that are tried for an aim, and for all. */
const perAim = 160;
const perPlan = 7000;
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
  readonly #aims = new Map<Expression, OpenAim[]>();
  /** The shortest way to a record in each state, by entity and state. */
  readonly #ways = new Map<string, readonly Planned[]>();
  readonly #written = new Map<Call, ReadonlySet<string>>();
  #tries = 0;
  #count = 0;
  #isWatching = false;

  constructor(model: Model) {
    this.#model = model;
    for (const call of model.calls) this.#written.set(call, fieldsWritten(model, call));
  }

  /** Notes a way by the states of the first record of each entity. */
  noteWay(path: readonly Planned[], made: Made, { model, oracle }: PlanParts): void {
    for (const [entity, [id = '']] of made) {
      const key = `${entity} ${statesOf(model, oracle, entity, id)}`;
      if (!this.#ways.has(key)) this.#ways.set(key, path);
    }
  }

  /** Watches requests after a way. */
  after(path: readonly Planned[]): Watcher {
    return (planned, shows) => (root, scope) => {
      if (this.#isWatching) return;
      this.#isWatching = true;
      try {
        for (const open of this.#openOf(root)) {
          if (open.isShown) continue;
          const { score, isWhole } = reached(open.aim, scope);
          if (isWhole) shows.push({ open, refuses: valueIn(root, scope) === false });
          if (score <= (open.near?.score ?? -1)) continue;
          const left = nodesLeft(open.aim, scope);
          open.near = { path, last: planned, score, left, amounts: amountsIn(left, scope) };
        }
      } finally {
        this.#isWatching = false;
      }
    };
  }

  #openOf(root: Expression): readonly OpenAim[] {
    const known = this.#aims.get(root) ?? aimsOf(root).map((aim): OpenAim => ({ aim, isShown: false, near: null, searched: -1 }));
    this.#aims.set(root, known);
    return known;
  }

  /** Notes that a request is sent which shows these aims. */
  noteShown(shows: readonly OpenAim[]): void {
    for (const open of shows) open.isShown = true;
  }

  /** The situations in which aims are reached that were not reached before. */
  *next(trials: Trials, isWanted: IsWanted): Iterable<Enabled> {
    for (const open of [...this.#aims.values()].flat()) {
      if (open.isShown || open.near === null || open.searched >= open.near.score || this.#tries > perPlan) continue;
      yield* this.#search(open, trials, isWanted);
      open.searched = open.near.score;
    }
  }

  /** Changes the nearest way until the aim is reached or no change brings it nearer. */
  *#search(open: OpenAim, trials: Trials, isWanted: IsWanted): Iterable<Enabled> {
    let left = perAim;
    for (let round = 0; round < mostChanges && !open.isShown; round++) {
      const { near } = open;
      if (near === null) return;
      const isOver = (): boolean => open.isShown || open.near !== near || left <= 0;
      for (const [keep, changes] of groupsOf(this.#changesOf(near, trials))) {
        const kept = near.path.slice(0, keep);
        const found = trials.parts.oracle.tried(() => {
          const made = trials.after(kept);
          return changes.flatMap((one): readonly Enabled[] => {
            if (made === null || isOver()) return [];
            left--;
            this.#tries++;
            return this.#tried(kept, one.rest, made, trials, isWanted);
          });
        });
        yield* found;
      }
      if (open.near === near) return;
    }
  }

  /** The situation of the last request after some others, if it shows something new. */
  #tried(kept: readonly Planned[], rest: readonly Planned[], from: Made, trials: Trials, isWanted: IsWanted): readonly Enabled[] {
    return trials.parts.oracle.tried(() => {
      const last = rest.at(-1) as Planned;
      const path = [...kept, ...rest.slice(0, -1)];
      const made = trials.after(rest.slice(0, -1), from);
      if (made === null) return [];
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

  /** Changes that may bring a way nearer, the simplest first. */
  #changesOf({ path, last, left, amounts }: Near, trials: Trials): readonly Change[] {
    const { length: keep } = path;
    const uses = this.#usesOf(left);
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
      return [
        ...others(last).map((one) => ({ keep, rest: [one] })),
        ...trials.candidates(last.call, made).map(({ persona, handles }) => ({ keep, rest: [{ ...last, persona, handles }] })),
        ...writers.map((one) => ({ keep, rest: [one, last] })),
        ...this.#newcomers([...path, last], uses, others, trials).map((one) => ({ keep: 0, rest: [one, ...path, last] })),
        ...this.#repeated({ path, last, left, amounts }, uses, trials).map((rest) => ({ keep: 0, rest })),
        ...this.#recast([...path, last], trials).map((rest) => ({ keep: 0, rest })),
        ...joined.map((rest) => ({ keep: 0, rest })),
        ...writers.flatMap((one) => others(one).map((other) => ({ keep, rest: [other, last] }))),
        ...onWay.reverse(),
      ];
    });
  }

  /** The way with someone of another role in place of one of its people. */
  #recast(steps: readonly Planned[], { parts: { people } }: Trials): readonly (readonly Planned[])[] {
    const roles = new Map([...people.entries()].map(([place, one]) => [one.roles.join(), place]));
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

  #usesOf(left: readonly Expression[]): Uses {
    const nodes = left.flatMap((node) => nodesOf(this.#model, { node }));
    const fields = fieldsRead(this.#model, nodes);
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

/** Changes one after the other that keep as much of a way, which need be replayed only once. */
function groupsOf(changes: readonly Change[]): readonly (readonly [keep: number, changes: readonly Change[]])[] {
  const found: [number, Change[]][] = [];
  for (const one of changes) {
    const last = found.at(-1);
    if (last?.[0] === one.keep) last[1].push(one);
    else found.push([one.keep, [one]]);
  }
  return found;
}
