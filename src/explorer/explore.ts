import { withArticle } from '../expression/types/type-words.ts';
import type { Model } from '../model/model.ts';
import { apartIn, entitiesApart } from './apart.ts';
import { type Bounds, defaultBounds } from './bounds.ts';
import { changedUnseen } from './calendar.ts';
import { coneOf } from './cone.ts';
import { type Context, contextOf } from './context.ts';
import { rowsNeverTaken } from './contradictions.ts';
import { Escalations, escalationFindings } from './escalation.ts';
import { type ExplorerFinding, finding } from './finding.ts';
import { type Happening, happenings } from './happenings.ts';
import { Invariants, type Judged, judgeInvariants, type Verdict } from './invariants.ts';
import { limitsOf } from './limits.ts';
import { MoveLister } from './moves.ts';
import { neverReached } from './never.ts';
import { neverTrue, type Question } from './question.ts';
import { replayed } from './replay.ts';
import { contradictedScenarios } from './scenarios.ts';
import { Screens } from './screens.ts';
import { type Searched, search } from './search.ts';
import type { SearchParts } from './search-parts.ts';
import { type SmallWorld, smallWorld } from './small-world.ts';
import { givenAtStart, namesOfExamples, peoplePerRole, recordsOfRoles, roleFieldsOf, startOf } from './start.ts';
import { Stepper } from './stepper.ts';
import { type Stuck, stuckIn } from './stuck.ts';
import { Tally } from './tally.ts';
import { type Trace, takesTime } from './trace.ts';
import { needsPeople, withTwins } from './twins.ts';
import { type Ability, abilities } from './who.ts';

export interface Exploration {
  readonly findings: readonly ExplorerFinding[];
  /** Distinct worlds. */
  readonly worlds: number;
  /** Steps that were done in them, those that led to a world known before as well. */
  readonly transitions: number;
  /** Operations of the engine that were run, refused ones too; all else read the same as one. */
  readonly runs: number;
  /** The longest of the shortest ways. */
  readonly depth: number;
  /** Were all worlds within the bound looked at? */
  readonly complete: boolean;
  /** `up to 3 records per entity, 2 people per role`: the bound that the findings hold for. */
  readonly bound: string;
  /** What the answer does not cover, a sentence each. */
  readonly limits: readonly string[];
  /** Who can ever do what; null where that was not asked. */
  readonly who: readonly Ability[] | null;
  /** What can happen, with the shortest ways; null where that was not asked. */
  readonly happenings: readonly Happening[] | null;
  /** The rows of section 5 that say `always`, `never` or `leads to`, in their order. */
  readonly invariants: readonly Verdict[];
  /** Were all worlds of the size that `bound` names looked at? */
  readonly settled: boolean;
  readonly reached: Reached;
}

/** What the search came to in section 4. */
export interface Reached {
  readonly states: readonly { readonly entity: string; readonly field: string; readonly state: string }[];
  /** The rows that were taken, by where each begins, with the roles of those who took it. */
  readonly rows: readonly { readonly row: number; readonly by: readonly string[] }[];
}

export interface ExploreOptions {
  readonly bounds?: Partial<Bounds>;
  /** Milliseconds; for the bound on time. */
  readonly now: () => number;
  /** Ends the search; what was found until then is the answer. */
  readonly signal?: AbortSignal;
  /** Answers who can ever do what. */
  readonly who?: boolean;
  /** Lists what can happen. */
  readonly happenings?: boolean;
  /** Told of what the smallest world shows, before larger ones are searched. */
  readonly found?: (exploration: Exploration) => void;
  /** Lets others run; called several times a second. */
  readonly pause?: (worlds: number, depth: number) => Promise<void>;
}

/** One search with all that came of it. */
interface Round extends SearchParts {
  /** Entities whose records are looked at one at a time. */
  readonly apart: ReadonlySet<string>;
  readonly searched: Searched;
  readonly tally: Tally;
  readonly escalations: Escalations;
  readonly invariants: Invariants;
  readonly screens: Screens;
  readonly bounds: Bounds;
}

/**
 * Everything that people can do in a small world of the document, breadth first. Begins with one
 * record of each entity and adds one more as long as the bounds allow: what is found holds for the
 * largest world that was looked at in full.
 */
export async function explore(model: Model, options: ExploreOptions): Promise<Exploration> {
  const late = lateAfter(options);
  const scenarios = contradictedScenarios(model);
  const { found } = options;
  const answer = (rounds: readonly Round[]): Promise<Exploration> => answerOf(model, scenarios, rounds, late, options);
  const first = found === undefined ? {} : { settledFirst: async (round: Round) => found(await answer([round])) };
  const whole = await withTwoOfEachKind(model, await answer(await roundsOf(model, late, { ...options, ...first })), late, options);
  return { ...whole, findings: replayed(model, whole.findings) };
}

/** Without what a second person of each kind would change. */
async function withTwoOfEachKind(model: Model, answer: Exploration, late: () => boolean, options: ExploreOptions): Promise<Exploration> {
  const { bounds, now, pause } = options;
  const twins = bounds?.examples !== true && answer.findings.some(needsPeople) ? withTwins(model) : null;
  if (twins === null) return answer;
  const plain: ExploreOptions = { now, ...(bounds === undefined ? {} : { bounds }), ...(pause === undefined ? {} : { pause }) };
  const again = await answerOf(twins, [], await roundsOf(twins, late, plain), late, plain);
  if (!again.settled) return { ...answer, limits: [...answer.limits, onePerson] };
  const still = new Set(again.findings.map(({ code, span }) => `${code} ${span.from}`));
  return { ...answer, findings: answer.findings.filter((one) => !needsPeople(one) || still.has(`${one.code} ${one.span.from}`)) };
}

const onePerson =
  'Some roles have only one example person, and there was no time to try a second one: findings may depend on that. Add an example.';

/** What the searches found. */
async function answerOf(
  model: Model,
  scenarios: readonly ExplorerFinding[],
  rounds: readonly Round[],
  late: () => boolean,
  options: ExploreOptions,
): Promise<Exploration> {
  const last = rounds.at(-1) as Round;
  const settled = rounds.findLast(({ searched }) => searched.complete) ?? last;
  // What a larger world reached, though it was not looked at in full, is reached.
  const context = contextFor(model, settled === last ? last : widened(settled, last), settled === last ? null : last);
  const walked = walkedOf(rounds) ?? settled;
  const walkedContext = walked === settled ? context : contextFor(model, walked);
  const stuck = walked.tally.edges.whole ? await stuckFindings(model, walked, walkedContext, late, options) : [];
  const judged = judgedIn({ settled, last, walked }, context, walkedContext);
  return {
    // What never happens is known only once all worlds were searched.
    findings: [
      ...scenarios,
      ...escalationFindings(context, settled.escalations),
      ...(settled.searched.complete
        ? [...rowsNeverTaken(context), ...neverReached(context), ...settled.screens.findings(context.bound)]
        : []),
      ...stuck,
      ...judged.flatMap(({ finding }) => finding ?? []),
    ].sort((a, b) => a.span.from - b.span.from),
    ...sizeOf(model, { settled, last, walked }, context),
    happenings: options.happenings === true ? happenings(context, settled.searched) : null,
    settled: settled.searched.complete,
    reached: reachedIn(context),
    invariants: judged.map(({ verdict }) => verdict),
    who: options.who === true ? abilities(context, last.lister) : null,
  };
}

const reachedIn = ({ model, tally, states }: Context): Reached => ({
  states: model.machines.flatMap(({ entity, field }) => [...states(entity, field)].map((state) => ({ entity, field, state }))),
  rows: [...tally.rows].flatMap(([row, { done, by }]) => (done === 0 ? [] : [{ row, by: [...by] }])),
});

/** How far the searches went, and what their answers hold for. */
export type Size = Pick<Exploration, 'worlds' | 'transitions' | 'runs' | 'depth' | 'complete' | 'bound' | 'limits'>;

/** The rounds that answers come from. */
interface Rounds {
  readonly settled: Round;
  readonly last: Round;
  /** The largest whose steps were all kept. */
  readonly walked: Round;
}

const walkedOf = (rounds: readonly Round[]): Round | undefined =>
  rounds.findLast(({ searched, tally }) => searched.complete && tally.edges.whole);

const sizeOf = (model: Model, { settled, last, walked }: Rounds, { bound }: Context): Size => ({
  worlds: last.searched.worlds.count,
  transitions: last.searched.transitions,
  runs: last.stepper.runs,
  depth: last.searched.depth,
  complete: last.searched.complete,
  bound,
  limits: limitsOf(model, { cone: last.cone, lister: last.lister, missing: missingRoles(model, last.world), last, settled, walked }),
});

/** Can it ever be true, and what is the shortest way there? */
export interface Answer extends Size {
  /** Null: no way was found, and it is not known whether there is one. */
  readonly can: boolean | null;
  readonly trace: Trace | null;
}

/** Searches until it is true, or until all worlds within the bounds were looked at. */
export async function canEver(written: Model, question: Question, options: ExploreOptions): Promise<Answer> {
  const row = neverTrue(question);
  const model: Model = { ...written, invariants: [row] };
  const rounds = await roundsOf(model, lateAfter(options), { ...options, until: ({ broken }) => broken.has(row) });
  const last = rounds.at(-1) as Round;
  const settled = rounds.findLast(({ searched }) => searched.complete) ?? last;
  const round = last.invariants.broken.has(row) ? last : settled;
  const context = contextFor(model, round);
  const verdict = judgeInvariants(context, round.invariants, round.searched)[0]?.verdict;
  return {
    can: verdict?.holds == null ? null : !verdict.holds,
    trace: verdict?.trace ?? null,
    ...sizeOf(model, { settled, last, walked: settled }, context),
  };
}

interface RoundOptions extends ExploreOptions {
  /** Ends the search: what is wanted is known. */
  readonly until?: (invariants: Invariants) => boolean;
  readonly settledFirst?: (round: Round) => Promise<void>;
}

function lateAfter({ bounds, now, signal }: ExploreOptions): () => boolean {
  const seconds = bounds?.seconds ?? defaultBounds.seconds;
  const started = now();
  return () => signal?.aborted === true || now() - started > seconds * 1000;
}

/** Searches in worlds of one size after the other, while there is time. */
async function roundsOf(model: Model, late: () => boolean, options: RoundOptions): Promise<readonly Round[]> {
  const bounds = { ...defaultBounds, ...options.bounds };
  const rounds: Round[] = [];
  const all = sizes(model, bounds);
  for (const records of all) {
    const perEntity = new Map([...bounds.perEntity].map(([entity, most]) => [entity, Math.min(most, records)]));
    const round = await run(model, { ...bounds, records: Math.min(records, bounds.records), perEntity }, late, options);
    rounds.push(round);
    if (!round.searched.complete || options.until?.(round.invariants) === true) break;
    if (rounds.length === 1 && all.length > 1) await options.settledFirst?.(round);
  }
  return rounds;
}

/** What a larger world broke, though it was not looked at in full, is broken. */
function judgedIn({ settled, last, walked }: Rounds, context: Context, walkedContext: Context): readonly Judged[] {
  const judged = judgeInvariants(context, settled.invariants, settled.searched);
  const responses = walked === settled ? judged : judgeInvariants(walkedContext, walked.invariants, walked.searched);
  const larger = last === settled ? judged : judgeInvariants(contextFor(context.model, last), last.invariants, last.searched);
  return judged.map((one, place) => {
    const of = one.invariant.must.kind === 'leads-to' ? (responses[place] ?? one) : one;
    return of.finding === null && larger[place]?.finding != null ? larger[place] : of;
  });
}

/** One record of each entity, two …; a single round where no step creates any. */
function sizes(model: Model, { records, perEntity, create, examples }: Bounds): readonly number[] {
  const most = Math.max(records, ...perEntity.values());
  if (!create) return [most];
  // With fewer than there are at the start nothing could be created.
  const there = examples ? mostExamples(model) : 0;
  const first = Math.min(most, Math.max(1, there));
  return Array.from({ length: most - first + 1 }, (_, index) => first + index);
}

/** Of one entity; people are not counted. */
const mostExamples = ({ entities, account }: Model): number =>
  Math.max(0, ...entities.filter(({ name }) => name.text !== account?.entity.text).map(({ examples }) => examples.length));

async function run(model: Model, bounds: Bounds, late: () => boolean, { pause, who, happenings, until }: RoundOptions): Promise<Round> {
  const parts = partsOf(model, bounds, who === true || happenings === true);
  const tally = new Tally(model);
  const escalations = new Escalations(parts, roleFieldsOf(model));
  const invariants = new Invariants(model, parts.stepper);
  const screens = new Screens(model, parts, missingRoles(model, parts.world));
  const searched = await search(parts, parts.world.start, tally, {
    looks: [...(model.invariants.length === 0 ? [] : [invariants]), ...(until === undefined ? [screens] : [])],
    // A single question is not about escalations, and each costs steps.
    ...(until === undefined ? { escalations } : {}),
    reads: who === true,
    states: bounds.states,
    stop: until === undefined ? late : () => late() || until(invariants),
    ...(pause === undefined ? {} : { pause }),
  });
  return { ...parts, searched, tally, escalations, invariants, screens, bounds };
}

function partsOf(model: Model, bounds: Bounds, probes: boolean): SearchParts & Pick<Round, 'apart'> {
  const chosen = bounds.examples ? null : startOf(model);
  const begun = chosen === null ? mostExamples(model) : Math.max(0, ...givenAtStart(model, chosen).values());
  const most = Math.max(bounds.records, ...bounds.perEntity.values());
  const cone = coneOf(model, bounds.examples ? Math.max(most, begun) : most + begun, chosen ?? namesOfExamples(model));
  const world = smallWorld(model, bounds.examples, cone, chosen);
  const listerFor = (of: Bounds): MoveLister => new MoveLister(world.product, cone, of, probes, world.given);
  const lister = listerFor(bounds);
  const apart = bounds.apart && bounds.create && !bounds.examples ? entitiesApart(model, { cone, lister, world }) : new Set<string>();
  return { world, cone, stepper: new Stepper(world, cone), lister: listerFor(apartIn(bounds, apart)), apart };
}

/** The complete round, with what a larger one did beyond it. */
function widened(settled: Round, last: Round): Round {
  for (const [row, tally] of last.tally.rows) {
    const known = settled.tally.rows.get(row);
    if (known === undefined) continue;
    known.done += tally.done;
    for (const role of tally.by) known.by.add(role);
  }
  for (const value of last.tally.given) settled.tally.given.add(value);
  for (const error of last.tally.raised) settled.tally.raised.add(error);
  settled.screens.join(last.screens);
  return settled;
}

function contextFor(model: Model, { cone, tally, world, stepper, searched, bounds }: Round, larger: Round | null = null): Context {
  const missing = missingRoles(model, world);
  return contextOf({
    model,
    cone,
    tally,
    bound: boundWords(model, bounds),
    world,
    stepper,
    searched,
    larger: larger?.searched.worlds ?? null,
    missing,
  });
}

function boundWords(model: Model, { records, perEntity, examples, create }: Bounds): string {
  const named = [...perEntity].map(([entity, most]) => `${entity}: ${most}`).join(', ');
  const size = create
    ? `up to ${records} ${records === 1 ? 'record' : 'records'} per entity${named === '' ? '' : ` (${named})`}`
    : 'no new records';
  const owned = recordsOfRoles(model);
  const some = owned.length > 0 ? `people with roles in ${owned.join(' and ')}` : `${peoplePerRole} people per role`;
  const people = model.account === null ? '' : `, ${examples ? 'the people of the examples' : some}`;
  return `${size}${people}${examples ? ', starting from the examples' : ''}`;
}

/** Roles that no person of this world has. */
function missingRoles(model: Model, { product, people }: SmallWorld): ReadonlySet<string> {
  const there = new Set(people.flatMap((person) => [...product.world(person).access.roles()]));
  return new Set(model.roles.map(({ name }) => name.text).filter((name) => !there.has(name)));
}

/** Worlds in which the same state is stuck are tried so often, the nearest first. */
const mostTried = 3;

async function stuckFindings(
  model: Model,
  round: Round,
  context: Context,
  late: () => boolean,
  options: ExploreOptions,
): Promise<readonly ExplorerFinding[]> {
  const found: ExplorerFinding[] = [];
  const unseen = changedUnseen(model).size > 0;
  for (const machine of model.machines) {
    const reached = context.states(machine.entity, machine.field);
    // Where no run reaches a final state, that is reported itself.
    const hasFinal = machine.states.some(({ name, final }) => final && reached.has(name));
    const done = new Set<string>();
    for (const goal of hasFinal ? (['leave', 'final'] as const) : (['leave'] as const)) {
      const tries = new Map<string, number>();
      for (const stuck of stuckIn(round.searched, round.tally.edges, machine, goal)) {
        const { state } = stuck;
        const leaving = machine.transitions.filter(
          ({ any, from, to, trigger }) =>
            (any || from.some(({ text }) => text === state)) && (trigger.kind === 'delete' || (to !== null && to.text !== state)),
        );
        const tried = tries.get(state) ?? 0;
        // A state that no row leaves is found without running anything.
        if (done.has(state) || tried >= mostTried || leaving.length === 0) continue;
        tries.set(state, tried + 1);
        if (machine.transitions.some((row) => context.undecided(row))) continue;
        if (round.bounds.create && !(await staysStuck(model, round, stuck, machine, goal, late, options))) continue;
        const id = round.searched.worlds.view(stuck.world).idOf(stuck.slot);
        const trace = context.trace(stuck.world, null, (nameOf) => `\`${nameOf(id)}.${machine.field} == ${JSON.stringify(state)}\``);
        if (unseen && takesTime(trace)) continue;
        done.add(state);
        const place = machine.states.find(({ name }) => name === state)?.span ?? machine.heading;
        const { entity } = machine;
        found.push(
          goal === 'leave'
            ? finding(
                'stuck-record',
                4,
                place,
                `${capital(withArticle(entity))} can get stuck in “${state}”: after the steps below, no person and no timer can move it to another state (${context.bound}).`,
                trace,
              )
            : finding(
                'no-way-to-final',
                4,
                place,
                `${capital(withArticle(entity))} in “${state}” can become impossible to finish: after the steps below, no steps lead it to a final state (${context.bound}).`,
                trace,
              ),
        );
      }
    }
  }
  return found;
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/**
 * With one more record of each entity, is the record still stuck? What cannot be found out counts
 * as no.
 */
async function staysStuck(
  model: Model,
  round: Round,
  stuck: Stuck,
  machine: Model['machines'][number],
  goal: 'leave' | 'final',
  late: () => boolean,
  { pause }: ExploreOptions,
): Promise<boolean> {
  const { state } = round.searched.worlds.view(stuck.world);
  const { bounds } = round;
  const larger = {
    ...bounds,
    records: bounds.records + 1,
    perEntity: new Map([...bounds.perEntity].map(([entity, most]) => [entity, most + 1])),
  };
  const lister = new MoveLister(round.world.product, round.cone, apartIn(larger, round.apart), false, round.world.given);
  const tally = new Tally(model);
  const parts = { ...round, lister };
  const searched = await search(parts, state, tally, {
    states: bounds.states,
    stop: late,
    ...(pause === undefined ? {} : { pause }),
  });
  return tally.edges.whole && stuckIn(searched, tally.edges, machine, goal).some(({ world, slot }) => world === 0 && slot === stuck.slot);
}
