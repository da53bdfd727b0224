import type { Machine } from '../../model/ast/states.ts';
import type { Edges } from '../search/edges.ts';
import type { SearchResult } from '../search/search.ts';
import { GrowingArray } from '../world/growing-array.ts';

/** A record that cannot go on, in the world with this number. */
export interface Stuck {
  readonly world: number;
  /** The record's slot in that world. */
  readonly slot: number;
  readonly state: string;
}

/**
 * Records from whose world no step leads on to `goal`: leaving their state (`leave`) or reaching a
 * final one (`final`). Deletion counts as both, and so does a step out of the bound.
 * `beyondSearch`: how the records of worlds count that were not searched in full.
 */
export function stuckIn(
  { worlds, expanded }: SearchResult,
  edges: Edges,
  machine: Machine,
  goal: 'leave' | 'final',
  beyondSearch: 'free' | 'stuck' = 'free',
): readonly Stuck[] {
  const names = machine.states.map(({ name }) => name);
  /** By content, the index of the state in the machine; -1 if it is no record of the machine. */
  const codes = Int32Array.from(worlds.keys.templates, ({ example: { entity, record } }) => {
    const value = entity === machine.entity ? record[machine.field] : null;
    return typeof value === 'string' ? names.indexOf(value) : -1;
  });
  const key = new Int32Array(worlds.packed.longest);
  // Flat lists: record by record, world after world.
  const starts = new Int32Array(worlds.count + 1);
  const states = new Int16Array(worlds.packed.total);
  const free = new Uint8Array(worlds.packed.total);
  let size = 0;
  let left = 0;
  for (let world = 0; world < worlds.count; world++) {
    starts[world] = size;
    const isFree = (world >= expanded && beyondSearch === 'free') || edges.beyond.has(world);
    const records = worlds.packed.read(world, key);
    for (let slot = 0; slot < records; slot++, size++) {
      const state = codes[key[slot] as number] as number;
      states[size] = state;
      if (isFree || state < 0 || machine.states[state]?.final === true) free[size] = 1;
      else left++;
    }
  }
  starts[worlds.count] = size;
  const startOf = (world: number): number => starts[world] as number;
  const waiting = { worlds: new GrowingArray(), slots: new GrowingArray(), count: 0 };
  const release = (world: number, slot: number): void => {
    const at = startOf(world) + slot;
    if (free[at] === 1) return;
    free[at] = 1;
    left--;
    waiting.worlds.set(waiting.count, world);
    waiting.slots.set(waiting.count++, slot);
  };
  for (let edge = 0; edge < edges.count && left > 0; edge++) {
    const from = edges.from(edge);
    const before = startOf(from);
    const after = startOf(edges.to(edge));
    const places = edges.places(edge);
    for (let old = 0; old < places.length; old++) {
      if (free[before + old] === 1) continue;
      const slot = places[old] as number;
      const moved = goal === 'leave' && slot >= 0 && states[before + old] !== states[after + slot];
      if (slot < 0 || moved || free[after + slot] === 1) release(from, old);
    }
  }
  if (left === 0) return [];
  const into = edges.into(worlds.count);
  while (waiting.count > 0 && left > 0) {
    const world = waiting.worlds.values[--waiting.count] as number;
    const slot = waiting.slots.values[waiting.count] as number;
    for (const edge of into(world)) {
      const old = edges.places(edge).indexOf(slot);
      if (old >= 0) release(edges.from(edge), old);
    }
  }
  const stuck: Stuck[] = [];
  for (let world = 0; world < worlds.count; world++)
    for (let at = startOf(world); at < startOf(world + 1); at++)
      if (free[at] === 0) stuck.push({ world, slot: at - startOf(world), state: names[states[at] as number] ?? '' });
  return stuck;
}
