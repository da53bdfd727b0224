import type { Call } from '../../model/ast/calls.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { AimSearch } from './aim-search.ts';
import { AnswerRecords } from './answer-records.ts';
import { besideSpansOf } from './beside-spans.ts';
import { countLimitsOf } from './count-limits.ts';
import { type Enabled, Enablers } from './enablers.ts';
import { Facts } from './facts.ts';
import { JoinedPaths } from './joined-paths.ts';
import { LimitedWays } from './limited-ways.ts';
import { limitedCalls } from './limits.ts';
import { ListQueries } from './list-queries.ts';
import { errorOf, Mistakes } from './mistakes.ts';
import { choicesOf, isBlankAndUnique, mutated, putOffInner, sameOf, signaturesOf, strangersOf, takenOf } from './mutations.ts';
import { Novelty } from './novelty.ts';
import type { Planned } from './planned.ts';
import { filledAccounts } from './read-coverage.ts';
import { RelatedRecords } from './related-records.ts';
import { givingRoles } from './roles-now.ts';
import { type ScenarioPlace, scenarioWays } from './scenario-ways.ts';
import { Frontier, isBesideMore } from './search-order.ts';
import { addsMembers, SecondRecords } from './second-records.ts';
import { describe, sidesOf, situationOf } from './signature.ts';
import { createdBy, type Made, type Move, type Node, outcomeOf, type Plan, type TrialParts, writtenBy } from './situations.ts';
import { TimedWays } from './timed-ways.ts';
import { type Trial, Trials } from './trials.ts';
import { Variants } from './variants.ts';
import { passesTime } from './waits.ts';
import { type FieldLimits, type GuardLimits, guardLimits, keysAlike, limitsByField, statesIn, statesOf } from './world-shape.ts';

const bounds = { nodes: 300, near: 50, far: 10, timed: 120, depth: 16, perSituation: 3, counted: 5 };

interface Growing extends Plan {
  readonly nodes: Map<string, Node>;
  readonly fills: Plan['fills'][number][];
  complete: boolean;
}

/** Tries requests at the oracle and keeps those that show something new. */
export class Planner {
  #parts: TrialParts;
  #trials: Trials;
  #variants: Variants;
  readonly #novelty: Novelty;
  /** The refusals of calls to which a mistake was added. */
  readonly #paired = new Set<string>();
  /** How often a request has been tried in the same kind of situation. */
  readonly #times = new Map<string, number>();
  /** Calls that were accepted in a situation. */
  readonly #accepted = new Set<Call>();
  /** Calls whose inputs have been varied, by the inputs that were left out. */
  readonly #varied = new Set<string>();
  readonly #mistakes = new Mistakes();

  /** Keys of the situations so far, equal if people with the same roles swap places. */
  readonly #alike = new Set<string>();

  /** The situations that scenarios go through. */
  readonly #ofScenarios = new Set<Node>();

  /** How calls have ended. */
  readonly #outcomes = new Set<string>();

  /** The outcomes that calls have had with each value. */
  readonly #ends = new Set<string>();
  readonly #related: RelatedRecords;
  readonly #facts: Facts;
  readonly #secondRecords: SecondRecords;
  readonly #countLimits: ReturnType<typeof countLimitsOf>;
  readonly #counted = new Map<string, Plan['fills'][number]>();
  readonly #joinedPaths: JoinedPaths;
  readonly #enablers: Enablers;
  readonly #aims: AimSearch;
  readonly #answerRecords: AnswerRecords;
  readonly #timedWays = new TimedWays();
  readonly #listQueries = new ListQueries();
  readonly #limited: LimitedWays;
  readonly #limits: GuardLimits;
  readonly limits: readonly FieldLimits[];

  constructor(parts: TrialParts) {
    this.#parts = parts;
    this.#limits = guardLimits(parts.model);
    this.#related = new RelatedRecords(parts);
    this.limits = limitsByField([...this.#limits.values()].flat());
    this.#countLimits = countLimitsOf(parts.model);
    this.#answerRecords = new AnswerRecords(parts.model);
    this.#novelty = new Novelty(this.#related, this.#answerRecords, this.#limits);
    this.#facts = new Facts(this.#related.reaching, this.limits, this.#answerRecords);
    this.#limited = new LimitedWays(this.limits, limitedCalls(parts.model));
    this.#joinedPaths = new JoinedPaths(parts.model.calls, parts.inputs);
    this.#enablers = new Enablers(parts.model);
    this.#aims = new AimSearch(parts.model);
    this.#secondRecords = new SecondRecords(this.#limited);
    this.#trials = new Trials(parts, this.limits, this.#accepted);
    this.#variants = new Variants(this.#trials);
  }

  /**
   * Returns a plan for the current people and records. It grows as situations are taken from
   * `ready`, each with the requests to try in it.
   */
  plan(): { readonly plan: Plan; readonly ready: Iterator<Node> } {
    this.#parts = { ...this.#parts, people: [...this.#parts.people] };
    this.#trials = new Trials(this.#parts, this.limits, this.#accepted);
    this.#variants = new Variants(this.#trials);
    const key = this.#trials.keyOf(new Map());
    const nodes = new Map<string, Node>([[key, { key, path: [], checks: [], moves: [] }]]);
    const plan: Growing = { people: this.#parts.people.map(({ name }) => name), nodes, start: key, fills: [], complete: false };
    return { plan, ready: this.#grown(plan) };
  }

  *#grown(plan: Growing): Iterator<Node> {
    const { nodes, fills } = plan;
    const frontier = new Frontier(nodes.values());
    // Situations after time has passed come last, since time does not go back.
    const timed = new Frontier([]);
    const reached = (to: string, path: readonly Planned[], isNew: boolean): void => {
      const known = nodes.get(to);
      if (known !== undefined && isNew) for (const one of [frontier, timed]) one.promote(known);
      if (known !== undefined || this.#alike.has(this.#alikeKey(to))) return;
      const made: Node = { key: to, path, checks: [], moves: [] };
      nodes.set(to, made);
      this.#alike.add(this.#alikeKey(to));
      (passesTime(path) ? timed : frontier).add(made, [path.at(-1)?.call.name.text ?? '', ...statesIn(this.#parts.model, to)], isNew);
    };
    const put = (node: Node): Node => {
      for (const [place, one] of node.checks.entries()) if (this.#isFirst(one)) node.checks[place] = { ...one, rank: 0 };
      nodes.set(node.key, node);
      for (const { planned } of node.moves) this.#accepted.add(planned.call);
      this.#aims.noteSent(node, this.#trials);
      return node;
    };
    const leading = function* (found: Iterable<Enabled>): Iterable<Node> {
      for (const { node, to, path } of found) {
        yield put(node);
        if (to !== '') reached(to, path, true);
      }
    };
    // Some situations are only reached with numbers at limits.
    const withLimits = function* (this: Planner): Iterable<Node> {
      for (const at of this.#limited.next(this.#trials)) {
        yield put(at);
        for (const { to, planned } of at.moves) {
          if (planned.mutation?.kind !== 'numbers' && !at.key.startsWith('limit')) continue;
          if (planned.rank === 0) this.#secondRecords.note(at, planned, true, '');
          if (to !== '') reached(to, [...at.path, planned], true);
        }
      }
    }.bind(this);
    const withSecondRecords = function* (this: Planner, isNow: (call: Call) => boolean): Iterable<Node> {
      for (const at of this.#secondRecords.next(this.#trials, isNow)) yield put(at);
    }.bind(this);
    const expanded = new Set<Node>();
    // The situations of scenarios are planned in turn with the others.
    const followed: Node[] = [];
    for (let count = 0, countTimed = 0, hasScenarios = false, isScenarios = false; ; ) {
      if (!frontier.hasFirst && !hasScenarios && (count >= bounds.near || frontier.best === undefined)) {
        hasScenarios = true;
        for (const places of scenarioWays(this.#trials, this.#parts.scenarios)) followed.push(...this.#followed(places, nodes));
        if (this.#parts.hasClock) yield* leading(this.#aims.next(this.#trials, (...one) => this.#isWanted(...one), true));
      }
      if (!frontier.hasFirst) yield* leading(this.#aims.next(this.#trials, (...one) => this.#isWanted(...one)));
      isScenarios = !isScenarios;
      const ofScenario = isScenarios ? followed.shift() : undefined;
      let node = ofScenario ?? (count < bounds.nodes ? frontier.best : undefined);
      if (node === undefined && followed.length > 0) continue;
      if (node === undefined && !(this.#limited.isEmpty && this.#secondRecords.isEmpty)) {
        yield* withLimits();
        if (this.#limited.isEmpty) yield* withSecondRecords(() => true);
        continue;
      }
      if (this.#parts.hasClock) yield* leading(this.#timedWays.next());
      if (node === undefined && this.#parts.hasClock) {
        if (!timed.hasFirst) yield* leading(this.#aims.next(this.#trials, (...one) => this.#isWanted(...one), true));
        if (countTimed++ < bounds.timed) node = timed.best;
      }
      if (node === undefined) break;
      for (const one of [frontier, timed]) one.delete(node);
      if (expanded.has(node)) {
        yield node;
        continue;
      }
      expanded.add(node);
      if (node !== ofScenario && !passesTime(node.path) && !isBesideMore(node.path)) count++;
      const found = this.#expanded(node);
      for (const { planned } of found) this.#accepted.add(planned.call);
      // For each call that creates a counted record: the first situation that accepts it.
      for (const { planned } of found)
        if (planned.mutation === null && !fills.some(({ planned: { call } }) => call === planned.call) && this.#isCounted(planned.call))
          fills.push({ node, planned, after: (refused) => this.#mistakes.whereFull(this.#parts, refused) });
      const isLast = node.path.length >= bounds.depth || isBesideMore(node.path);
      for (const { to, planned, isNew, lasts } of isLast ? [] : found)
        if (!lasts && !this.#isRepeated(node.path, planned)) reached(to, [...node.path, planned], isNew);
      for (const { call, path, areApart } of this.#joinedPaths.next()) {
        const way = this.#trials.fittedWay(path);
        if (way === null) continue;
        if (areApart && way.key !== '') reached(way.key, way.path, true);
        yield* leading(this.#enablers.first(call, way.path, this.#trials));
      }
      yield node;
      yield* leading(this.#enablers.next(this.#trials));
      for (const one of this.#variants.next()) yield put(one);
      yield* withLimits();
      // Calls whose effects write other records come first; the others show what stays unchanged.
      yield* withSecondRecords((call) => writtenBy(this.#parts.model, call).size > 0 || addsMembers(call));
    }
    fills.push(...this.#counted.values());
    plan.complete = frontier.isEmpty && timed.isEmpty;
  }

  /** The situations of a scenario, each with the request that leads to the next. */
  #followed(places: readonly ScenarioPlace[], nodes: Map<string, Node>): readonly Node[] {
    return this.#parts.oracle.tried(() => {
      let made: Made = new Map();
      return places.map(({ key, path, refused }, place) => {
        const node = nodes.get(key) ?? { key, path, checks: [], moves: [] };
        nodes.set(key, node);
        this.#ofScenarios.add(node);
        this.#alike.add(this.#alikeKey(key));
        const next = places[place + 1];
        const onward = next?.path.slice(-1) ?? [];
        this.#trials.watcher = this.#aims.after(path);
        for (const planned of [...refused, ...onward]) {
          const done = this.#trials.trial(planned, made);
          if (done === null || !this.#isWanted(planned, made, done.answer)) continue;
          this.#isNew(planned, made, done);
          const tried = this.#asTried(node, { planned, ...done }, made);
          if (done.answer.status >= 400) node.checks.push({ ...tried, rank: 0 });
          else if (next !== undefined) node.moves.push({ planned: { ...tried, rank: -1 }, to: next.key, isNew: true, lasts: done.lasts });
        }
        this.#trials.watcher = null;
        for (const step of onward) made = this.#trials.done(step, made)?.made ?? made;
        return node;
      });
    });
  }

  /** Notes calls that create a second record beside a first in some state: it may be counted. */
  #noteCounted(node: Node, planned: Planned, made: Made): void {
    const { model, oracle } = this.#parts;
    for (const { entity, limit } of this.#countLimits) {
      const [first, ...more] = made.get(entity) ?? [];
      const key = `${planned.call.name.text} ${first === undefined ? '' : statesOf(model, oracle, entity, first)}`;
      if (first === undefined || more.length > 0 || !createdBy(planned.call).includes(entity)) continue;
      const isOwn = node.path.some((step) => createdBy(step.call).includes(entity) && step.persona === planned.persona);
      if (isOwn && limit > 0 && limit <= bounds.counted && !this.#counted.has(key)) this.#counted.set(key, { node, planned, times: limit });
    }
  }

  /**
   * A second record of an entity shows what belongs to whom. What happens to a record shows with
   * one, unless it also changes what both have in common; two entities with two records are enough.
   */
  #isRepeated(path: readonly Planned[], { call, handles }: Planned): boolean {
    const made = path.flatMap((step) => createdBy(step.call));
    const count = (entity: string): number => made.filter((one) => one === entity).length;
    const about = [...handles.values()].flatMap((one) => (one.kind === 'made' ? one.entity : []));
    if (about.some((entity) => count(entity) > 1)) return !this.#related.reaching.has(call) && !givingRoles(this.#parts.model).has(call);
    return createdBy(call).some((entity) => count(entity) > 0) && new Set(made.filter((one) => count(one) > 1)).size > 1;
  }

  #alikeKey(key: string): string {
    return keysAlike(key, this.#parts.people).sort()[0] ?? key;
  }

  #isCounted(call: Call): boolean {
    return createdBy(call).some((one) => this.#parts.counted.has(one));
  }

  /** The request with values that the document accepts, or unchanged if none are found. */
  accepted(planned: Planned): Planned {
    return this.#trials.fitted(planned, new Map())?.planned ?? planned;
  }

  #expanded(node: Node): readonly Move[] {
    return this.#parts.oracle.tried(() => {
      let made: Made = new Map();
      for (const step of node.path) made = this.#trials.done(step, made)?.made ?? made;
      if (this.#trials.keyOf(made) !== node.key) return [];
      this.#joinedPaths.note(node.path, made, this.#parts);
      this.#aims.changed.noteWay(node.path, made, this.#parts);
      this.#trials.watcher = this.#aims.after(node.path);
      for (const call of this.#parts.model.calls.filter(
        ({ signed }) => signed === null || this.#parts.secretOf(signed.secret.text) !== null,
      ))
        for (const planned of this.#trials.candidates(call, made)) this.#tryOut(node, planned, made);
      this.#trials.watcher = null;
      if (this.#parts.hasClock) this.#timedWays.note(node, made, this.#trials);
      return node.moves;
    });
  }

  #tryOut(node: Node, planned: Planned, made: Made): void {
    const around =
      planned.call.method === 'GET'
        ? `${filledAccounts(this.#parts, planned.call)} ${this.#answerRecords.of(this.#parts, planned, made)}`
        : `${sidesOf(this.#parts, planned, made, this.limits)} ${this.#related.of(this.#parts, planned, made)}`;
    // A unique value can only be taken if there is another record.
    const others = createdBy(planned.call).map((entity) => this.#firstOf(entity, made));
    const where = situationOf(this.#parts, planned, made);
    const situation = `${where} | ${around} ${others}`;
    const times = this.#times.get(situation) ?? 0;
    // What a scenario leads to differs in values that the description of a situation leaves out,
    // and a role in who gets it.
    const isOther = this.#ofScenarios.has(node) || givingRoles(this.#parts.model).has(planned.call);
    if (times >= bounds.perSituation && !isOther) return;
    this.#times.set(situation, times + 1);
    const fitting = this.#trials.fitted(planned, made);
    if (fitting === null) {
      for (const mutation of [...strangersOf(this.#parts, planned.call), ...signaturesOf(planned.call)])
        this.#tryMutation(node, { ...planned, mutation }, made);
      return;
    }
    const { answer } = fitting;
    const { call } = planned;
    if (planned.mutation === null) this.#enablers.note(node, fitting.planned, answer, where);
    const isNew = this.#isWanted(fitting.planned, made, answer) && this.#isNew(fitting.planned, made, fitting);
    if (answer.status >= 400 || call.method === 'GET') {
      if (isNew) node.checks.push(this.#asTried(node, fitting, made));
    } else {
      node.moves.push({ planned: this.#asTried(node, fitting, made, isNew), to: fitting.key, isNew, lasts: fitting.lasts });
      if (!fitting.lasts) {
        const changes = this.#trials.changesOthers(fitting, made);
        this.#secondRecords.note(node, fitting.planned, changes, this.#related.inLists(this.#parts, fitting.planned, made));
      }
      this.#noteCounted(node, fitting.planned, made);
      this.#joinedPaths.noteAccepted(fitting.planned, made, this.#parts);
    }
    // The signature is checked whatever the answer to a correctly signed request is.
    for (const mutation of signaturesOf(call)) this.#tryMutation(node, { ...fitting.planned, mutation }, made);
    this.#limited.note(node, fitting.planned, made, this.#trials, answer);
    if (answer.status === 403) for (const one of this.#variants.parts(planned)) this.#tryMutation(node, one, made);
    if (answer.status >= 400) {
      if (planned.mutation === null) this.#tryPairs(node, fitting.planned, made, answer);
      return;
    }
    const queried = this.#listQueries.of(this.#trials, planned, made).map((mutation) => ({ ...fitting.planned, mutation }));
    for (const one of [...queried, ...takenOf(this.#parts, fitting.planned, made)]) this.#tryMutation(node, one, made);
    for (const one of besideSpansOf(this.#parts, fitting.planned, made)) this.#tryAgain(node, one, made);
    // Some people may not give all inputs.
    const leftOut = [...fitting.planned.picks].flatMap(([name, pick]) => (pick < 0 ? name : []));
    const varied = `${call.name.text} | ${leftOut}`;
    const isVaried = this.#varied.has(varied);
    this.#varied.add(varied);
    for (const one of this.#variants.ofRoles(fitting.planned, made)) this.#tryMutation(node, one, made);
    if (!fitting.lasts) this.#variants.noteTied(node, fitting.planned, made);
    if (isVaried) {
      for (const one of choicesOf(this.#parts, fitting.planned)) this.#tryMutation(node, one, made, fitting.after);
      for (const one of this.#variants.again(fitting.planned)) this.#tryAgain(node, one, made);
    } else {
      const before = node.moves.length;
      const others = [...this.#variants.alone(fitting.planned), ...this.#variants.tied(fitting.planned, made)];
      for (const one of [...mutated(this.#parts, fitting.planned), ...sameOf(this.#parts, fitting.planned), ...others])
        this.#tryMutation(node, one, made);
      putOffInner(node, before);
      this.#variants.note(node, fitting.planned, made);
      if (!fitting.lasts) this.#variants.noteFilled(node, fitting.planned, made);
    }
  }

  /** Describes the first record of an entity; empty if there is none. */
  #firstOf(entity: string, made: Made): string {
    const [id] = made.get(entity) ?? [];
    return id === undefined ? '' : describe(this.#parts, null, { entity, id }, made);
  }

  /** Adds a mistake to a request that is refused anyway, to see which error is returned. */
  #tryPairs(node: Node, planned: Planned, made: Made, answer: CallAnswer): void {
    const { call } = planned;
    for (const [error, mutation] of this.#mistakes.after(this.#parts, planned, answer)) {
      const pair = `${call.name.text} ${errorOf(answer)} ${error}`;
      if (error === errorOf(answer) || this.#paired.has(pair)) continue;
      this.#paired.add(pair);
      this.#tryMutation(node, { ...planned, mutation }, made);
    }
  }

  /** `unless`: skips a request that ends like this apart from the choice itself. */
  #tryMutation(node: Node, planned: Planned, made: Made, unless: Trial['after'] | null = null): void {
    if (this.#novelty.isReadEnough(this.#parts, planned, made)) return;
    const done = this.#trials.trial(planned, made);
    if (done !== null) {
      this.#mistakes.note(this.#parts, planned, done.answer);
      this.#ends.add(endOf(planned, done.answer));
    }
    if (done !== null && unless !== null && done.answer.status < 400 && this.#isAlike(planned, done.after, unless)) return;
    if (done !== null && done.answer.status < 400 && isBlankAndUnique(this.#parts, planned)) return;
    if (done === null || !this.#isWanted(planned, made, done.answer) || !this.#isNew(planned, made, done)) return;
    const tried = this.#asTried(node, { planned, ...done }, made);
    if (done.answer.status >= 400 || planned.call.method === 'GET') node.checks.push(tried);
    else node.moves.push({ planned: tried, to: done.key, isNew: true, lasts: done.lasts });
  }

  /** Tries a value again if it has an outcome here that it never had before. */
  #tryAgain(node: Node, planned: Planned, made: Made): void {
    const done = this.#trials.trial(planned, made);
    if (done !== null && !this.#ends.has(endOf(planned, done.answer))) this.#tryMutation(node, planned, made);
  }

  #asTried(
    node: Node,
    { planned, answer, shows }: { readonly planned: Planned } & Pick<Trial, 'answer' | 'shows'>,
    made: Made,
    isSent = true,
  ): Planned {
    // People who cannot be replaced use up the counts on this way, so it is taken only once.
    const isScarce = node.path.some(
      ({ call, persona }) => persona !== null && !this.#parts.people[persona]?.signedUp && this.#isCounted(call),
    );
    const byFacts = isSent ? this.#facts.rankOf(this.#parts, planned, made, answer) : 0;
    // A request that changes something far away costs the whole way again.
    const isFar = answer.status < 400 && node.path.length >= bounds.far && this.#accepted.has(planned.call);
    const found = shows.length > 0 ? 0 : Math.max(byFacts, isFar ? 1 : 0);
    const tried = { ...planned, outcome: outcomeOf(answer), rank: isScarce && found < 2 ? 0 : found };
    return this.#isFirst(tried) ? { ...tried, rank: 0 } : tried;
  }

  /** Whether a call ends like this for the first time; if so, notes it. */
  #isFirst({ call, outcome }: Planned): boolean {
    const key = `${call.name.text} ${(outcome ?? '').split(' ').slice(0, 2)}`;
    const isKnown = this.#outcomes.has(key);
    this.#outcomes.add(key);
    return !isKnown;
  }

  #isAlike({ call, mutation }: Planned, after: Trial['after'], other: Trial['after']): boolean {
    const { field } = this.#parts.inputs.of(call).find(({ name }) => mutation?.kind === 'input' && name === mutation.input) ?? {};
    const isChoice = (key: string): boolean => field != null && key.startsWith(`${field.entity} `) && key.endsWith(`.${field.name.text}`);
    return [...new Set([...after.keys(), ...other.keys()])].every((key) => isChoice(key) || after.get(key) === other.get(key));
  }

  /** Whether one of the chosen rows decides the answer. */
  #isWanted(planned: Planned, made: Made, { status, refusals }: CallAnswer): boolean {
    const { wants, oracle } = this.#parts;
    if (wants === undefined) return true;
    if (status >= 400) return wants([refusals?.[0]?.at ?? planned.call.span, planned.call.span]);
    const [, rows] = oracle.tried(() => oracle.observed(() => this.#trials.done(planned, made)));
    return wants([planned.call.span, ...rows]);
  }

  /** Whether the answer shows something new; if so, notes it. */
  #isNew(planned: Planned, made: Made, { answer, shows }: Trial): boolean {
    this.#aims.noteShown(shows);
    return this.#novelty.isUnlike(this.#parts, planned, made, answer) || shows.length > 0;
  }
}

/** A key for the outcome of a call with a mutation. */
const endOf = ({ call, mutation }: Planned, answer: CallAnswer): string =>
  `${call.name.text} ${JSON.stringify(mutation)} ${errorOf(answer)}`;
