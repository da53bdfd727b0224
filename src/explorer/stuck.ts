import type { Machine } from '../model/ast/states.ts';
import type { Reached, Searched } from './search.ts';
import type { Edges } from './tally.ts';

/** A record that cannot go on, in a world by its number. */
export interface Stuck {
  readonly world: number;
  /** The record's place in the world's key. */
  readonly place: number;
  readonly state: string;
}

/** The state of each record of a machine's entity in a world, by place; null: another entity. */
function statesIn({ records }: Reached, { entity, field }: Machine): readonly (string | null)[] {
  return records.map((cell) => {
    const value = cell.entity === entity ? cell.record[field] : null;
    return typeof value === 'string' ? value : null;
  });
}

/**
 * Records from whose world no step leads on to `goal`: leaving their state (`leave`) or reaching a
 * final one (`final`); deletion counts as both. What was not looked at in full counts as a way out.
 */
export function stuckIn(
  { worlds, expanded }: Searched,
  { from, to, places, beyond }: Edges,
  machine: Machine,
  goal: 'leave' | 'final',
): readonly Stuck[] {
  const finals = new Set(machine.states.filter(({ final }) => final).map(({ name }) => name));
  const states = worlds.map((world) => statesIn(world, machine));
  const free = states.map((list, world) =>
    list.map((state) => state === null || finals.has(state) || world >= expanded || beyond.has(world)),
  );
  const waiting: [world: number, place: number][] = [];
  const release = (world: number, place: number): void => {
    const list = free[world];
    if (list === undefined || list[place] === true) return;
    list[place] = true;
    waiting.push([world, place]);
  };
  const into: number[][] = worlds.map(() => []);
  from.forEach((before, edge) => {
    const after = to[edge] ?? 0;
    into[after]?.push(edge);
    places[edge]?.forEach((place, old) => {
      const gone = place < 0;
      const moved = goal === 'leave' && states[before]?.[old] !== states[after]?.[place];
      if (gone || moved || free[after]?.[place] === true) release(before, old);
    });
  });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [world, place] = next;
    for (const edge of into[world] ?? []) {
      const old = places[edge]?.indexOf(place) ?? -1;
      if (old >= 0) release(from[edge] ?? 0, old);
    }
  }
  return free.flatMap((list, world) =>
    list.flatMap((isFree, place): Stuck[] => (isFree ? [] : [{ world, place, state: states[world]?.[place] ?? '' }])),
  );
}
