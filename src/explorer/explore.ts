import type { Model } from '../model/model.ts';
import type { Bounds } from './document/bounds.ts';
import { neverTrue, type Question } from './document/question.ts';
import { type Behaviour, behavioursOf } from './findings/behaviours.ts';
import { type Context, contextOf } from './findings/context.ts';
import { rowsNeverTaken } from './findings/contradictions.ts';
import type { ExplorerFinding } from './findings/finding.ts';
import { type Judged, judgeInvariants, type Verdict } from './findings/invariants.ts';
import { limitsOf, limitsOfStuck } from './findings/limits.ts';
import { neverReached } from './findings/never.ts';
import { contradictedScenarios } from './findings/scenarios.ts';
import { type OpenQuestion, type StuckAnswer, stuckFindings } from './findings/stuck-findings.ts';
import { type Ability, abilities } from './findings/who.ts';
import { withReplayNotes } from './replay.ts';
import { escalationFindings } from './search/escalation.ts';
import { lateAfter, missingRoles, type Round, roundsOf, type SearchingOptions } from './search/rounds.ts';
import type { Trace } from './steps/trace.ts';
import { type MadeUpPerson, madeUpPeople, withPeople } from './world/made-up-people.ts';
import { peoplePerRole, recordsOfRoles } from './world/start.ts';
import { needsPeople, withTwins } from './world/twins.ts';

export interface Exploration {
  readonly findings: readonly ExplorerFinding[];
  /** The number of distinct worlds. */
  readonly worlds: number;
  /** Steps taken in them, including those to worlds already known. */
  readonly transitions: number;
  /**
   * Engine operations that were run, refused ones included; every other step reads the same as one.
   */
  readonly runs: number;
  /** The number of steps to the farthest world, by the shortest way. */
  readonly depth: number;
  /** Whether a limit on time or worlds ended the search. */
  readonly stopped: boolean;
  /** Whether all worlds within the bound were searched. */
  readonly complete: boolean;
  /** The bound that the findings hold for: `up to 3 records per entity, 2 people per role`. */
  readonly bound: string;
  /** What the answer does not cover, one sentence each. */
  readonly limits: readonly string[];
  /** People for roles that no example has: the traces name them, and the document does not. */
  readonly people: readonly MadeUpPerson[];
  /** Who can ever do what; null unless requested, and in early results. */
  readonly who: readonly Ability[] | null;
  /** What can happen, with the shortest ways; null unless requested. */
  readonly behaviours: readonly Behaviour[] | null;
  /** Verdicts on the `always`, `never` and `leads to` rows of section 5, in their order. */
  readonly invariants: readonly Verdict[];
  /** Whether all worlds of the size that `bound` names were searched. */
  readonly settled: boolean;
  readonly reached: Reached;
}

/** The states and rows of section 4 that the search reached. */
export interface Reached {
  readonly states: readonly { readonly entity: string; readonly field: string; readonly state: string }[];
  /** The rows that were taken, by start offset, with the roles of the people who took them. */
  readonly rows: readonly { readonly row: number; readonly by: readonly string[] }[];
}

export interface ExploreOptions extends SearchingOptions {
  /**
   * Called with the results of smaller worlds while larger ones are still searched. Contains only
   * findings that larger worlds cannot refute, and no tables of `who`, which they may change.
   */
  readonly found?: (exploration: Exploration) => void;
}

/**
 * Explores, breadth first, everything that people can do in a small world of the document. Starts
 * with one record per entity and adds one more per round while the bounds allow. The findings hold
 * for the largest world that was searched in full.
 */
export async function explore(written: Model, given: ExploreOptions): Promise<Exploration> {
  const { model, options } = peopled(written, given);
  const late = lateAfter(options);
  const scenarios = contradictedScenarios(model);
  const { found } = options;
  const settledEarly =
    found &&
    ((round: Round): void => {
      const { answer, lasting } = answerOf(model, scenarios, [round], options);
      // A larger world may still break what holds in this one.
      const invariants = answer.invariants.map((one) => (one.holds === true ? { ...one, holds: null } : one));
      // So does whatever a role never, or always, may do.
      found({ ...answer, who: null, invariants, findings: withReplayNotes(model, inOrder(lasting)) });
    });
  const rounds = await roundsOf(model, late, { ...options, ...(settledEarly && { settledEarly }) });
  const { open: _, ...alone } = await wholeAnswer(model, scenarios, rounds, late, options);
  const whole = await withTwoOfEachKind(model, alone, late, options);
  return { ...whole, findings: withReplayNotes(model, whole.findings) };
}

interface PeopledOptions extends ExploreOptions {
  readonly people: readonly MadeUpPerson[];
}

/** Adds people for roles that no example has, unless the search starts with the examples. */
function peopled(model: Model, options: ExploreOptions): { readonly model: Model; readonly options: PeopledOptions } {
  const people = options.bounds?.examples === true ? [] : madeUpPeople(model);
  return { model: withPeople(model, people), options: { ...options, people } };
}

const inOrder = (findings: readonly ExplorerFinding[]): readonly ExplorerFinding[] =>
  findings.toSorted((a, b) => a.span.from - b.span.from);

/** Drops the findings that a second person of each kind would refute. */
async function withTwoOfEachKind(model: Model, answer: Exploration, late: () => boolean, options: PeopledOptions): Promise<Exploration> {
  const { bounds, now, pause, people } = options;
  const twins = bounds?.examples !== true && answer.findings.some(needsPeople) ? withTwins(model) : null;
  if (twins === null) return answer;
  const plain: PeopledOptions = { now, people, ...(bounds === undefined ? {} : { bounds }), ...(pause === undefined ? {} : { pause }) };
  const again = await wholeAnswer(twins, [], await roundsOf(twins, late, plain), late, plain);
  if (!again.settled) return { ...answer, limits: [...answer.limits, onePerson] };
  const keyOf = ({ code, span }: Pick<ExplorerFinding, 'code' | 'span'>): string => `${code} ${span.from}`;
  const still = new Set(again.findings.map(keyOf));
  const open = new Set(again.open.map(keyOf));
  const findings = answer.findings.filter((one) => !needsPeople(one) || still.has(keyOf(one)) || open.has(keyOf(one)));
  const limits = findings.some((one) => open.has(keyOf(one)) && !still.has(keyOf(one))) ? [...answer.limits, onePerson] : answer.limits;
  return { ...answer, findings, limits };
}

const onePerson =
  'Some roles have only one example person, and there was no time to try a second one: findings may depend on that. Add an example.';

/** The answer of the rounds, with the findings that need a complete search or further ones. */
async function wholeAnswer(
  model: Model,
  scenarios: readonly ExplorerFinding[],
  rounds: readonly Round[],
  late: () => boolean,
  options: PeopledOptions,
): Promise<Exploration & { readonly open: readonly OpenQuestion[] }> {
  const { answer, lasting, of } = answerOf(model, scenarios, rounds, options);
  const { settled, walked, context, walkedContext } = of;
  // A combination of values that was not tried may be the way out.
  const decides = walked.tally.edges.whole && walked.lister.narrowed.size === 0;
  const stuck = decides ? await stuckFindings(model, walked, walkedContext, late, options) : nothingStuck;
  // What never happens is known only after a complete search.
  const never = settled.searched.complete
    ? [...rowsNeverTaken(context), ...neverReached(context), ...settled.screens.findings(context.bound)]
    : [];
  return {
    ...answer,
    findings: inOrder([...lasting, ...never, ...stuck.findings]),
    limits: [...answer.limits, ...limitsOfStuck(stuck.open)],
    open: stuck.open,
  };
}

const nothingStuck: StuckAnswer = { findings: [], open: [] };

/**
 * Everything that needs no further search. `lasting`: findings with a witness, which also hold in
 * larger worlds.
 */
function answerOf(
  model: Model,
  scenarios: readonly ExplorerFinding[],
  rounds: readonly Round[],
  options: PeopledOptions,
): {
  readonly answer: Omit<Exploration, 'findings'>;
  readonly lasting: readonly ExplorerFinding[];
  readonly of: Rounds & { readonly context: Context; readonly walkedContext: Context };
} {
  const last = rounds.at(-1) as Round;
  const settled = rounds.findLast(({ searched }) => searched.complete) ?? last;
  // Whatever a larger world reached counts, even if its search is incomplete.
  const context = contextFor(model, settled === last ? last : widened(settled, last), settled === last ? null : last);
  const walked = walkedOf(rounds) ?? settled;
  const walkedContext = walked === settled ? context : contextFor(model, walked);
  const judged = judgedIn({ settled, last, walked }, context, walkedContext);
  return {
    answer: {
      ...sizeOf(model, { settled, last, walked }, context, options),
      behaviours: options.behaviours === true ? behavioursOf(context, settled.searched) : null,
      settled: settled.searched.complete,
      reached: reachedIn(context),
      invariants: judged.map(({ verdict }) => verdict),
      who: options.who === true ? abilities(context, last.lister) : null,
    },
    lasting: [...scenarios, ...escalationFindings(context, settled.escalations), ...judged.flatMap(({ finding }) => finding ?? [])],
    of: { settled, last, walked, context, walkedContext },
  };
}

const reachedIn = ({ model, tally, states }: Context): Reached => ({
  states: model.machines.flatMap(({ entity, field }) => [...states(entity, field)].map((state) => ({ entity, field, state }))),
  rows: [...tally.rows].flatMap(([row, { done, by }]) => (done === 0 ? [] : [{ row, by: [...by] }])),
});

/** How far the searches went, and what their answers cover. */
export type Size = Pick<Exploration, 'worlds' | 'transitions' | 'runs' | 'depth' | 'stopped' | 'complete' | 'bound' | 'limits' | 'people'>;

/** The rounds that answers are taken from. */
interface Rounds {
  readonly settled: Round;
  readonly last: Round;
  /** The largest complete round whose steps were all kept. */
  readonly walked: Round;
}

const walkedOf = (rounds: readonly Round[]): Round | undefined =>
  rounds.findLast(({ searched, tally }) => searched.complete && tally.edges.whole);

const sizeOf = (model: Model, { settled, last, walked }: Rounds, { bound }: Context, { people }: PeopledOptions): Size => ({
  worlds: last.searched.worlds.count,
  transitions: last.searched.transitions,
  runs: last.stepper.runs,
  depth: last.searched.depth,
  stopped: last.searched.stopped,
  complete: last.searched.complete,
  bound,
  people,
  limits: limitsOf(model, {
    cone: last.cone,
    lister: last.lister,
    missing: missingRoles(model, last.world),
    last,
    settled,
    walked,
    people,
  }),
});

/** Whether a condition can ever be true, and the shortest way there. */
export interface Answer extends Size {
  /** Null if no way was found but there may still be one. */
  readonly can: boolean | null;
  readonly trace: Trace | null;
}

/** Searches until the condition is true, or until all worlds within the bounds were searched. */
export async function canEver(written: Model, question: Question, given: ExploreOptions): Promise<Answer> {
  const row = neverTrue(question);
  const { model: whole, options } = peopled(written, given);
  const model: Model = { ...whole, invariants: [row] };
  const rounds = await roundsOf(model, lateAfter(options), { ...options, until: ({ broken }) => broken.has(row) });
  const last = rounds.at(-1) as Round;
  const settled = rounds.findLast(({ searched }) => searched.complete) ?? last;
  const round = last.invariants.broken.has(row) ? last : settled;
  const context = contextFor(model, round);
  const verdict = judgeInvariants(context, round.invariants, round.searched)[0]?.verdict;
  return {
    can: verdict?.holds == null ? null : !verdict.holds,
    trace: verdict?.trace ?? null,
    ...sizeOf(model, { settled, last, walked: settled }, context, options),
  };
}

/** An invariant that a larger world broke counts as broken, even if that search is incomplete. */
function judgedIn({ settled, last, walked }: Rounds, context: Context, walkedContext: Context): readonly Judged[] {
  const judged = judgeInvariants(context, settled.invariants, settled.searched);
  const responses = walked === settled ? judged : judgeInvariants(walkedContext, walked.invariants, walked.searched);
  const larger = last === settled ? judged : judgeInvariants(contextFor(context.model, last), last.invariants, last.searched);
  return judged.map((one, place) => {
    const of = one.invariant.must.kind === 'leads-to' ? (responses[place] ?? one) : one;
    return of.finding === null && larger[place]?.finding != null ? larger[place] : of;
  });
}

/** Extends the complete round, in place, by what a larger one reached. */
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
