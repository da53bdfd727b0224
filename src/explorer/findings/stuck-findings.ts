import { grouped } from '../../base/grouped.ts';
import type { Span } from '../../base/span.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { Machine } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import { changedByUnfollowed } from '../document/calendar.ts';
import { boundsWithIsolated } from '../search/isolated-entities.ts';
import type { Round, SearchingOptions } from '../search/rounds.ts';
import { search } from '../search/search.ts';
import { MoveLister } from '../steps/moves.ts';
import { takesTime } from '../steps/trace.ts';
import type { Context } from './context.ts';
import { type ExplorerCode, type ExplorerFinding, finding } from './finding.ts';
import { type Stuck, stuckIn } from './stuck.ts';
import { Tally } from './tally.ts';

/** How many worlds with the same stuck state are tried, the nearest first. */
const mostTried = 3;

/** Whether records of an entity can get stuck in a state, where no search has decided it. */
export interface OpenQuestion {
  readonly code: ExplorerCode;
  readonly span: Span;
  readonly entity: string;
  readonly state: string;
  /** Whether a search reached its bounds; otherwise there were more worlds than were tried. */
  readonly atBounds: boolean;
}

export interface StuckAnswer {
  readonly findings: readonly ExplorerFinding[];
  readonly open: readonly OpenQuestion[];
}

export async function stuckFindings(
  model: Model,
  round: Round,
  context: Context,
  late: () => boolean,
  options: SearchingOptions,
): Promise<StuckAnswer> {
  const findings: ExplorerFinding[] = [];
  const open: OpenQuestion[] = [];
  const unseen = changedByUnfollowed(model).size > 0;
  for (const machine of model.machines) {
    if (machine.transitions.some((row) => context.undecided(row))) continue;
    const reached = context.states(machine.entity, machine.field);
    // If no run reaches a final state, that is reported itself.
    const hasFinal = machine.states.some(({ name, final }) => final && reached.has(name));
    const found = new Set<string>();
    for (const goal of hasFinal ? (['leave', 'final'] as const) : (['leave'] as const))
      for (const [state, all] of grouped(stuckIn(round.searched, round.tally.edges, machine, goal), (one) => one.state)) {
        // A state that no row leaves needs no search to be found.
        if (found.has(state) || !hasRowFrom(machine, state)) continue;
        const about = { code: codes[goal], span: machine.states.find(({ name }) => name === state)?.span ?? machine.heading };
        let atBounds = false;
        for (const stuck of all.slice(0, mostTried)) {
          const stays = round.bounds.create ? await staysStuck(model, round, stuck, machine, goal, late, options) : true;
          atBounds ||= stays === null;
          if (stays !== true) continue;
          const id = round.searched.worlds.view(stuck.world).idOf(stuck.slot);
          const trace = context.trace(stuck.world, null, (nameOf) => `\`${nameOf(id)}.${machine.field} == ${JSON.stringify(state)}\``);
          if (unseen && takesTime(trace)) continue;
          findings.push(finding(about.code, 4, about.span, messageOf(machine, state, goal, context.bound), trace));
          found.add(state);
          break;
        }
        if (!found.has(state) && (atBounds || all.length > mostTried)) open.push({ ...about, entity: machine.entity, state, atBounds });
      }
  }
  return { findings, open };
}

type Goal = 'leave' | 'final';

const codes = { leave: 'stuck-record', final: 'no-way-to-final' } as const;

const hasRowFrom = ({ transitions }: Machine, state: string): boolean =>
  transitions.some(
    ({ any, from, to, trigger }) =>
      (any || from.some(({ text }) => text === state)) && (trigger.kind === 'delete' || (to !== null && to.text !== state)),
  );

function messageOf({ entity }: Machine, state: string, goal: Goal, bound: string): string {
  const record = capital(withArticle(entity));
  return goal === 'leave'
    ? `${record} can get stuck in “${state}”: after the steps below, no person and no timer can move it to another state (${bound}).`
    : `${record} in “${state}” can become impossible to finish: after the steps below, no steps lead it to a final state (${bound}).`;
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/**
 * Whether the record is still stuck with one more record of each entity; null if the search ended
 * at its bounds without an answer.
 */
async function staysStuck(
  model: Model,
  round: Round,
  stuck: Stuck,
  machine: Machine,
  goal: Goal,
  late: () => boolean,
  { pause }: SearchingOptions,
): Promise<boolean | null> {
  const { state } = round.searched.worlds.view(stuck.world);
  const { bounds } = round;
  const larger = {
    ...bounds,
    records: bounds.records + 1,
    perEntity: new Map([...bounds.perEntity].map(([entity, most]) => [entity, most + 1])),
  };
  const lister = new MoveLister(round.world.product, round.cone, boundsWithIsolated(larger, round.isolated), false, round.world.given);
  const tally = new Tally(model);
  const parts = { ...round, lister };
  const searched = await search(parts, state, tally, {
    states: bounds.states,
    stop: late,
    ...(pause === undefined ? {} : { pause }),
  });
  if (!tally.edges.whole) return null;
  const isStuck = (beyondSearch: 'free' | 'stuck'): boolean =>
    stuckIn(searched, tally.edges, machine, goal, beyondSearch).some(({ world, slot }) => world === 0 && slot === stuck.slot);
  if (isStuck('free')) return true;
  return searched.complete || !isStuck('stuck') ? false : null;
}
