import type { Machine } from '../model/ast/states.ts';
import type { Edges } from './edges.ts';
import type { Searched } from './search.ts';
import type { Template } from './templates.ts';

/** A record that cannot go on, in a world by its number. */
export interface Stuck {
  readonly world: number;
  /** The record's slot in that world. */
  readonly slot: number;
  readonly state: string;
}

/**
 * Records from whose world no step leads on to `goal`: leaving their state (`leave`) or reaching a
 * final one (`final`); deletion counts as both. What was not looked at in full counts as a way out.
 */
export function stuckIn({ worlds, expanded }: Searched, edges: Edges, machine: Machine, goal: 'leave' | 'final'): readonly Stuck[] {
  const finals = new Set(machine.states.filter(({ final }) => final).map(({ name }) => name));
  const stateOf = ({ example: { entity, record } }: Template): string | null => {
    const value = entity === machine.entity ? record[machine.field] : null;
    return typeof value === 'string' ? value : null;
  };
  const states: (readonly (string | null)[])[] = [];
  const free: Uint8Array[] = [];
  for (let world = 0; world < worlds.count; world++) {
    const list = worlds.view(world).templates.map(stateOf);
    states.push(list);
    free.push(
      Uint8Array.from(list, (state) => Number(state === null || finals.has(state) || world >= expanded || edges.beyond.has(world))),
    );
  }
  const waiting: [world: number, slot: number][] = [];
  const release = (world: number, slot: number): void => {
    const list = free[world];
    if (list === undefined || list[slot] === 1) return;
    list[slot] = 1;
    waiting.push([world, slot]);
  };
  for (let edge = 0; edge < edges.count; edge++) {
    const before = edges.from(edge);
    const after = edges.to(edge);
    for (const [old, slot] of edges.places(edge).entries()) {
      const moved = goal === 'leave' && states[before]?.[old] !== states[after]?.[slot];
      if (slot < 0 || moved || free[after]?.[slot] === 1) release(before, old);
    }
  }
  const into = edges.into(worlds.count);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [world, slot] = next;
    for (const edge of into(world)) {
      const old = edges.places(edge).indexOf(slot);
      if (old >= 0) release(edges.from(edge), old);
    }
  }
  return free.flatMap((list, world) =>
    [...list].flatMap((isFree, slot): Stuck[] => (isFree === 1 ? [] : [{ world, slot, state: states[world]?.[slot] ?? '' }])),
  );
}
