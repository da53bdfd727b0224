import { isTimer } from '../model/ast/states.ts';
import { type Finding, neededFor, type Run } from './answers/finding.ts';
import { type Exchange, SideBySide } from './answers/side-by-side.ts';
import { countedEntities } from './plan/count-limits.ts';
import { Planner } from './plan/plan.ts';
import { CallInputs, type Handle, type Persona, type Planned } from './plan/planned.ts';
import { exampleValues, givenByDay, played } from './plan/scenario-rows.ts';
import { createdBy, givenEntities, type Move, type Node, outcomeOf, type Plan, signsOut, signsUp } from './plan/situations.ts';
import { coneFor, passesTime } from './plan/waits.ts';
import { decisiveFields, emptiedFields, givenShapes, keyOf, peopleKey } from './plan/world-shape.ts';
import { wanting } from './rows.ts';
import { Beginnings } from './sending/beginnings.ts';
import { Cleanup } from './sending/cleanup.ts';
import { Crew } from './sending/crew.ts';
import { Fills } from './sending/fills.ts';
import { Frame } from './sending/frame.ts';
import { Late } from './sending/late.ts';
import { Pages } from './sending/paging.ts';
import { type Again, Reports } from './sending/reports.ts';
import { Sender } from './sending/sender.ts';
import { Left, type Place, wayTo } from './sending/ways.ts';
import { makerFor } from './values/maker.ts';
import { Origins } from './values/origins.ts';
import type { Maker } from './values/values.ts';
import type { VerifyParts } from './verify-parts.ts';

/** The share of the budget that is spent before time passes, where it only goes forward. */
const beforeTimePasses = 0.65;

/**
 * Verifies an implementation against a document: plans requests, sends them and judges the answers.
 */
export async function verify(parts: VerifyParts): Promise<Run> {
  return new Verification(parts).run();
}

class Verification {
  readonly #parts: VerifyParts;
  readonly #side: SideBySide;
  readonly #people: Persona[] = [];
  readonly #inputs: CallInputs;
  readonly #planner: Planner;
  readonly #reports: Reports;
  readonly #notTried = new Set<string>();
  readonly #maker: Maker;
  /** Situations that can no longer be reached. */
  readonly #unreached = new Set<Node>();
  /** Requests after which records were read back: sent again, they show nothing new. */
  readonly #readBefore = new Set<Planned>();
  readonly #frame: Frame;
  readonly #late: Late;
  readonly #retried = new Set<Planned>();
  readonly #pages: Pages;
  /** Fields that an expression of the document reads or an effect empties: `Ticket.status`. */
  readonly #read: ReadonlySet<string>;
  /** The entities whose examples situations tell apart. */
  readonly #given: ReadonlySet<string>;
  readonly #sender: Sender;
  readonly #crew: Crew;
  readonly #cleanup: Cleanup;
  readonly #beginnings: Beginnings;

  constructor(parts: VerifyParts) {
    const { model, platform, people, marker, secretOf = () => null } = parts;
    this.#parts = parts;
    const origins = new Origins(marker);
    this.#side = new SideBySide({ ...parts, secretOf, origin: (text) => origins.of(text), marker: () => origins.marker });
    this.#inputs = new CallInputs(model);
    const { uses, fields, undecided } = coneFor(model);
    this.#read = new Set([...fields, ...emptiedFields(model)]);
    // Without a reset, what happens to an example lasts.
    this.#given = this.#side.hasReset ? givenEntities(model) : new Set();
    const scenarios = played(model, platform.now());
    const { trials, bodies, hasClock, hasReset } = this.#side;
    const examples = exampleValues(trials);
    const givenAfter = givenByDay(model, platform.now, scenarios, [...examples.values()]);
    this.#maker = makerFor(model, {
      ...{ origins, uses },
      now: () => platform.now() + this.#side.oracle.passed(),
      given: () => givenAfter(this.#beginnings.passed),
    });
    // What is planned begins at the start, also while the run is days ahead.
    const planned = { origins, uses, now: () => platform.now() + trials.passed(), given: () => givenAfter(0) };
    this.#planner = new Planner({
      model,
      oracle: trials,
      people: this.#people,
      inputs: this.#inputs,
      maker: hasClock ? makerFor(model, planned) : this.#maker,
      ...{ hasClock, hasReset },
      bodies,
      read: this.#read,
      given: this.#given,
      decisive: decisiveFields(model),
      counted: countedEntities(model, undecided),
      scenarios,
      examples,
      secretOf,
      ...wanting(parts.only),
    });
    this.#frame = new Frame(this.#people);
    const share = hasClock && !hasReset ? beforeTimePasses : 1;
    this.#late = new Late({
      people: this.#people,
      inputs: this.#inputs,
      account: model.account?.entity.text,
      budget: parts.budget * share,
    });
    this.#sender = new Sender({
      ...parts,
      side: this.#side,
      people: this.#people,
      inputs: this.#inputs,
      maker: this.#maker,
      replaced: (place, persona) => {
        this.#people[place] = persona;
        this.#beginnings.noteReplaced();
      },
      ready: async (one) => {
        const now = await this.#crew.ready(one);
        if (now === null) this.#end([`${one.name} could not sign in after a reset`]);
        return now;
      },
      keepSessions: (length) => this.#crew.keepSessions(length),
      notTried: (why) => this.#notTried.add(why),
    });
    this.#reports = new Reports({ side: this.#side, found: parts.found, shownAgain: (place, again) => this.#shownAgain(place, again) });
    this.#pages = new Pages(this.#sender, this.#reports);
    this.#cleanup = new Cleanup({
      side: this.#side,
      people: this.#people,
      sender: this.#sender,
      maker: this.#maker,
      faulty: ({ exchange }, place) => this.#faulty(exchange, place, null),
    });
    this.#crew = new Crew(
      {
        ...{ side: this.#side, inputs: this.#inputs, planner: this.#planner, maker: this.#maker, given: people ?? [] },
        keyOf: (some) => peopleKey(this.#shaping, some),
      },
      this.#people,
    );
    this.#beginnings = new Beginnings({
      side: this.#side,
      people: this.#people,
      sender: this.#sender,
      crew: this.#crew,
      origins,
      keyOf: (made) => keyOf(this.#shaping, made),
      givenKey: () =>
        [
          ...givenShapes(this.#shaping),
          peopleKey(
            this.#shaping,
            this.#people.filter(({ signedUp }) => !signedUp),
          ),
        ].join('\n'),
      end: (why) => this.#end(why),
    });
  }

  async run(): Promise<Run> {
    const why = await this.#side.restart();
    if (why !== null) this.#end([why]);
    for (const missing of why === null ? await this.#crew.find() : []) this.#notTried.add(missing);
    for (const exchange of [...this.#side.exchanges]) {
      // A missing example was reported above; it is not a mismatch.
      const isMissing = exchange.expected.status < 400 && 'status' in exchange.actual && exchange.actual.status >= 400;
      if (exchange.fault !== null && !(isMissing && !signsUp(exchange.attempt.call))) await this.#reports.report(exchange, null, null);
    }
    for (const { name, signed } of this.#parts.model.calls)
      if (signed !== null && (this.#parts.secretOf?.(signed.secret.text) ?? null) === null)
        this.#notTried.add(`${name.text} is signed, and the secret ${signed.secret.text} is not known`);
    if (!this.#side.hasClock && this.#parts.model.machines.some(({ transitions }) => transitions.some(isTimer)))
      this.#notTried.add('timers: the clock of the service cannot be set');
    const { plan: given } = this.#parts;
    const names = this.#people.map(({ name }) => name).join();
    this.#side.trials.restore(this.#side.oracle.snapshot());
    const { plan, ready } = given?.people.join() === names ? { plan: given, ready: given.nodes.values() } : this.#planner.plan();
    await this.#walk(plan, ready);
    return {
      exchanges: this.#side.exchanges,
      findings: this.#reports.all(),
      notTried: [...this.#notTried],
      plan,
      complete: !this.#sender.spent && plan.complete,
    };
  }

  /** Sends the plan's requests in all situations. */
  async #walk(plan: Plan, ready: Iterator<Node>): Promise<void> {
    const { nodes, start } = plan;
    const left = new Left(ready, (planned) => !this.#late.isLate(planned));
    const isForward = this.#side.hasClock && !this.#side.hasReset;
    // Without a reset nothing can be tried as of today once time has passed.
    if (isForward) left.only(false);
    await this.#through(this.#beginnings.at(nodes.get(start) as Node), left, plan);
    const fills = new Fills({
      sender: this.#sender,
      replayed: (node) => this.#replayed(node, nodes.get(start) as Node),
      faulty: (exchange, place, planned, before) => this.#faulty(exchange, place, { planned, read: null, before }),
    });
    const [own, others] = [true, false].map((isOwn) => plan.fills.filter(({ planned }) => this.#late.isOwn(planned) === isOwn));
    for (const fill of own ?? []) await fills.fill(fill);
    const late = [...nodes.values()].flatMap((node) =>
      node.checks.filter((one) => this.#late.isLate(one)).map((planned) => ({ node, planned })),
    );
    // Services that ignore unknown keys are common: those come last.
    const hasUnknownKey = ({ mutation }: Planned): number => Number(mutation?.kind === 'unknown-key');
    const rankOf = ({ node, planned }: (typeof late)[number]): number => 2 * Number(passesTime(node.path)) + hasUnknownKey(planned);
    late.sort((one, other) => rankOf(one) - rankOf(other));
    for (const { node, planned } of late) {
      const place = this.#sender.spent ? null : await this.#replayed(node, nodes.get(start) as Node);
      if (place === null) left.of(node)?.checks.push(planned);
      else await this.#check(place, planned);
    }
    // Nothing that follows such a request is as planned.
    for (const node of nodes.values())
      for (const move of node.moves.filter(({ isNew, lasts }) => isNew && lasts)) {
        const place = this.#sender.spent ? null : await this.#replayed(node, nodes.get(start) as Node);
        if (place === null) left.of(node)?.moves.push(move);
        else await this.#moved(place, move, nodes);
      }
    // Afterwards a person has made too many records to go on.
    for (const fill of others ?? []) await fills.fill(fill);
    for (const passes of isForward ? [true, null] : [null]) {
      left.only(passes);
      await this.#through(null, left, plan, true);
    }
    for (const one of left.untried()) this.#notTried.add(one);
  }

  /**
   * Visits every situation with requests left. Planning takes longer than sending, so the plan
   * grows only as far as the next requests need it.
   */
  async #through(from: Place | null, left: Left, plan: Plan, isLast = false): Promise<void> {
    const { nodes, start } = plan;
    let place = from;
    while (!this.#sender.spent && (isLast || !this.#late.isTime(plan, this.#side.exchanges.length))) {
      while (place !== null && left.of(place.node) === undefined && left.plansOneMore());
      if (place === null || !left.isOpen(place.node)) place = await this.#next(place, nodes, start, left);
      if (place === null && (left.plansOneMore() || left.widens())) continue;
      if (place === null) break;
      const open = left.of(place.node);
      let isSame = true;
      let wrote = false;
      while (isSame && open !== undefined && open.checks.length > 0) {
        const planned = open.checks[0] as Planned;
        if (await this.#isObstructed(planned, place)) break;
        open.checks.shift();
        wrote ||= planned.call.method !== 'GET';
        isSame = await this.#check(place, planned);
      }
      if (!isSame || (wrote && !(await this.#unchanged(place))) || (open?.checks.length ?? 0) > 0) {
        place = null;
        continue;
      }
      const best = Math.max(0, open?.moves.findIndex(({ to }) => left.mayBeOpen(nodes.get(to))) ?? 0);
      const move = open?.moves[best];
      if (move === undefined) continue;
      const isObstructed = await this.#isObstructed(move.planned, place);
      if (!isObstructed) open?.moves.splice(best, 1);
      place = isObstructed ? null : await this.#moved(place, move, nodes);
    }
  }

  /**
   * Whether new people should send a request, because what these did before is in its way; once per
   * request. Records of earlier ways are cleared away here.
   */
  async #isObstructed(planned: Planned, place: Place): Promise<boolean> {
    if (this.#retried.has(planned) || this.#sender.spent || this.#sender.isAsPlanned(planned, place)) return false;
    this.#retried.add(planned);
    if (await this.#cleanup.clear(planned, place, (answer) => outcomeOf(answer) === planned.outcome)) return false;
    this.#beginnings.obstruct();
    return true;
  }

  get #shaping(): Parameters<typeof keyOf>[0] {
    const { model, oracle } = this.#side;
    return { model, oracle, people: this.#people, read: this.#read, limits: this.#planner.limits, given: this.#given };
  }

  #end(why: readonly string[]): void {
    for (const one of why) this.#notTried.add(one);
    this.#sender.end();
  }

  /** Goes to the nearest situation with requests left; null if none can be reached. */
  async #next(place: Place | null, nodes: Plan['nodes'], start: string, left: Left): Promise<Place | null> {
    const onward = place === null ? null : wayTo(place.node, nodes, left);
    let here = onward === null ? null : place;
    for (const move of onward ?? []) here = here === null ? null : await this.#moved(here, move, nodes);
    if (here !== null) return here;
    // What lies beyond a scenario, nothing else may reach.
    const open = [...nodes.values()].filter((node) => left.isOpen(node) && !this.#unreached.has(node));
    for (const node of [...open.filter((one) => left.isOfScenario(one)), ...open]) {
      if (this.#sender.spent) return null;
      if (this.#unreached.has(node)) continue;
      const reached = (await this.#resumed(node, left)) ?? (await this.#replayed(node, nodes.get(start) as Node));
      if (reached !== null) return reached;
      this.#unreached.add(node);
    }
    return null;
  }

  /** Goes on with an earlier way that began like the one to a situation; null if there is none. */
  async #resumed(node: Node, left: Left): Promise<Place | null> {
    const open = left.of(node);
    const next = [...(open?.checks ?? []), ...(open?.moves ?? []).slice(0, 1).map(({ planned }) => planned)];
    const former = this.#beginnings.former(node, next);
    if (former === null) return null;
    const place = await this.#sent(former.rest, former.place, node);
    return place === 'refused' ? null : place;
  }

  /** Replays the way to a situation; null if it is not reached. */
  async #replayed(node: Node, start: Node): Promise<Place | null> {
    const place = await this.#led(node, start);
    if (place !== 'refused') return place;
    const { hasReset } = this.#side;
    if (!hasReset && !this.#people.some(({ signedUp }) => signedUp)) return null;
    // Earlier requests of these people are in the way, such as a sum that a rule limits.
    this.#beginnings.obstruct();
    const again = await this.#led(node, start, !hasReset);
    if (hasReset && again !== 'refused') this.#sender.repeats.noteFreed();
    return again === 'refused' ? null : again;
  }

  async #led(node: Node, start: Node, isAgain = false): Promise<Place | null | 'refused'> {
    const place = await this.#beginnings.begin(start, node);
    return place === null ? null : this.#sent(isAgain ? this.#cleanup.refitted(node.path, place) : node.path, place, node);
  }

  /** Sends the last requests of the way to a situation. */
  async #sent(path: readonly Planned[], from: Place, node: Node): Promise<Place | null | 'refused'> {
    let place = from;
    const before = node.path.length - path.length;
    for (const [index, planned] of path.entries()) {
      const step = await this.#cleanup.fitted(planned, path.slice(index + 1), place);
      const done = await this.#sender.send(step, place);
      if (done === null) return null;
      if (done.exchange.fault !== null) {
        await this.#faulty(done.exchange, place, null);
        return null;
      }
      if (done.exchange.expected.status >= 400) {
        this.#sender.repeats.noteRefused(planned);
        return 'refused';
      }
      place = { ...place, made: done.made, since: [...place.since, done.exchange] };
      if (step === node.path[before + index]) this.#beginnings.note(node.path.slice(0, before + index + 1), place);
    }
    return { ...place, node };
  }

  /** Sends a move; null if it does not lead to the planned situation. */
  async #moved(place: Place, { planned, to }: Move, nodes: Plan['nodes']): Promise<Place | null> {
    const done = await this.#sender.send(planned, place);
    if (done === null) return null;
    const { exchange, made, changed } = done;
    if (exchange.fault !== null) {
      await this.#faulty(exchange, place, { planned, read: null });
      return null;
    }
    const after = { ...place, made, since: [...place.since, exchange] };
    const isKnown = this.#readBefore.has(planned);
    this.#readBefore.add(planned);
    if (!isKnown && exchange.expected.status < 400 && !(await this.#readBack(after, planned, exchange, changed))) return null;
    // What follows needs the session that was just ended.
    if (signsOut(planned.call)) return null;
    const node = nodes.get(to);
    const isThere = node !== undefined && (node.isNamed === true || keyOf(this.#shaping, made) === to);
    if (isThere && node.path.at(-1) === planned) this.#beginnings.note(node.path, after);
    return isThere ? { ...after, node } : null;
  }

  /**
   * Sends a check; false if a wrong answer may have changed data, so that what follows shows
   * nothing.
   */
  async #check(place: Place, planned: Planned): Promise<boolean> {
    if (this.#sender.spent) return true;
    const around = this.#pages.around(planned, place);
    const before = around === null ? null : await this.#sender.send(around.whole, place);
    const done = await this.#sender.send(planned, place);
    if (around !== null && before?.exchange.fault === null && done?.exchange.fault === null)
      await this.#pages.compare(place, around, before.exchange, done.exchange);
    if (!done?.exchange.fault) return true;
    const isSpoilt = planned.call.method !== 'GET';
    if (isSpoilt) this.#beginnings.spoil();
    await this.#reports.report(done.exchange, place, { planned, read: null });
    return !isSpoilt;
  }

  /** Checks that refused requests changed nothing; false if they did. */
  async #unchanged(place: Place): Promise<boolean> {
    const last = place.node.path.at(-1);
    const exchange = place.since.at(-1);
    return last === undefined || exchange === undefined || (await this.#readBack(place, last, exchange));
  }

  /** Reads back the records that a request was about; false if one of them is wrong. */
  async #readBack(place: Place, planned: Planned, after: Exchange, changed: readonly Handle[] = []): Promise<boolean> {
    const handles = [...planned.handles.values(), ...changed];
    for (const entity of createdBy(planned.call)) {
      const count = place.made.get(entity)?.length ?? 0;
      if (count > 0) handles.push({ kind: 'made', entity, ordinal: count - 1 });
    }
    handles.push(...this.#frame.besides(place.made, planned, changed));
    if (signsOut(planned.call) && planned.persona !== null) handles.push({ kind: 'account', persona: planned.persona });
    let isSame = true;
    /** A list shows several of the records. */
    const sent = new Set<string>();
    for (const handle of new Map(handles.map((one) => [JSON.stringify(one), one])).values()) {
      const read = this.#sender.readOf(place, handle, planned.persona);
      const key = read === null ? '' : JSON.stringify([read.call.name.text, read.persona, ...read.handles]);
      const done = read === null || sent.has(key) ? null : await this.#sender.send(read, place);
      sent.add(key);
      if (read === null || !done?.exchange.fault) continue;
      isSame = false;
      await this.#faulty(done.exchange, place, { planned, read }, after);
    }
    return isSame;
  }

  /** Reports a fault, after which neither the data nor the people are as the document expects. */
  #faulty(exchange: Exchange, place: Place | null, again: Again | null, after: Exchange | null = null): Promise<void> {
    this.#beginnings.spoil();
    return this.#reports.report(exchange, place, again, after);
  }

  async #shownAgain({ node }: Place, { planned, read, before = [] }: Again): Promise<Pick<Finding, 'exchange' | 'sequence'> | null> {
    let place = await this.#beginnings.begin(node, node, 'changed');
    if (place === null) return null;
    const steps =
      read === null
        ? [...node.path, ...before, planned]
        : node.path.at(-1) === planned
          ? [...node.path, read]
          : [...node.path, planned, read];
    let last: Exchange | null = null;
    for (const [index, step] of steps.entries()) {
      const done = await this.#sender.send(step, place);
      if (done === null) return null;
      last = done.exchange;
      if (last.fault !== null) this.#beginnings.spoil();
      if (last.fault !== null && index < steps.length - 1) return null;
      place = { ...place, made: done.made, since: [...place.since, last] };
    }
    return last?.fault ? { exchange: last, sequence: neededFor(this.#side.exchanges, place.since) } : null;
  }
}
