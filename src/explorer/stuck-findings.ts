import { withArticle } from '../expression/types/type-words.ts';
import type { Model } from '../model/model.ts';
import { apartIn } from './apart.ts';
import { changedUnseen } from './calendar.ts';
import type { Context } from './context.ts';
import { type ExplorerFinding, finding } from './finding.ts';
import { MoveLister } from './moves.ts';
import type { Round, SearchingOptions } from './rounds.ts';
import { search } from './search.ts';
import { type Stuck, stuckIn } from './stuck.ts';
import { Tally } from './tally.ts';
import { takesTime } from './trace.ts';

/** How many worlds with the same stuck state are tried, the nearest first. */
const mostTried = 3;

export async function stuckFindings(
  model: Model,
  round: Round,
  context: Context,
  late: () => boolean,
  options: SearchingOptions,
): Promise<readonly ExplorerFinding[]> {
  const found: ExplorerFinding[] = [];
  const unseen = changedUnseen(model).size > 0;
  for (const machine of model.machines) {
    const reached = context.states(machine.entity, machine.field);
    // If no run reaches a final state, that is reported itself.
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
        // A state that no row leaves needs no search to be found.
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
 * Whether the record is still stuck with one more record of each entity. Counts as no if that
 * cannot be found out.
 */
async function staysStuck(
  model: Model,
  round: Round,
  stuck: Stuck,
  machine: Model['machines'][number],
  goal: 'leave' | 'final',
  late: () => boolean,
  { pause }: SearchingOptions,
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
