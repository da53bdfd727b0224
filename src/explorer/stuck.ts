import type { Machine } from '../model/ast/states.ts';
import type { Edges } from './edges.ts';
import { Growing } from './growing.ts';
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
  const names = machine.states.map(({ name }) => name);
  const codes = new Map<Template, number>();
  /** The place of the state among the machine's; -1: it is no record of the machine. */
  const codeOf = (template: Template): number => {
    let code = codes.get(template);
    if (code === undefined) {
      const { entity, record } = template.example;
      const value = entity === machine.entity ? record[machine.field] : null;
      code = typeof value === 'string' ? names.indexOf(value) : -1;
      codes.set(template, code);
    }
    return code;
  };
  // Record by record, world after world.
  const starts = new Int32Array(worlds.count + 1);
  const states = new Growing();
  let size = 0;
  for (let world = 0; world < worlds.count; world++) {
    starts[world] = size;
    worlds.eachTemplate(world, (template) => states.set(size++, codeOf(template)));
  }
  starts[worlds.count] = size;
  const startOf = (world: number): number => starts[world] as number;
  const stateAt = (at: number): number => states.values[at] as number;
  const free = new Uint8Array(size);
  for (let world = 0; world < worlds.count; world++) {
    const all = world >= expanded || edges.beyond.has(world);
    for (let at = startOf(world); at < startOf(world + 1); at++)
      if (all || stateAt(at) < 0 || machine.states[stateAt(at)]?.final === true) free[at] = 1;
  }
  const waiting: [world: number, slot: number][] = [];
  const release = (world: number, slot: number): void => {
    const at = startOf(world) + slot;
    if (free[at] === 1) return;
    free[at] = 1;
    waiting.push([world, slot]);
  };
  for (let edge = 0; edge < edges.count; edge++) {
    const before = startOf(edges.from(edge));
    const after = startOf(edges.to(edge));
    const places = edges.places(edge);
    for (let old = 0; old < places.length; old++) {
      if (free[before + old] === 1) continue;
      const slot = places[old] as number;
      const moved = goal === 'leave' && slot >= 0 && stateAt(before + old) !== stateAt(after + slot);
      if (slot < 0 || moved || free[after + slot] === 1) release(edges.from(edge), old);
    }
  }
  if (!free.includes(0)) return [];
  const into = edges.into(worlds.count);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [world, slot] = next;
    for (const edge of into(world)) {
      const old = edges.places(edge).indexOf(slot);
      if (old >= 0) release(edges.from(edge), old);
    }
  }
  const stuck: Stuck[] = [];
  for (let world = 0; world < worlds.count; world++)
    for (let at = startOf(world); at < startOf(world + 1); at++)
      if (free[at] === 0) stuck.push({ world, slot: at - startOf(world), state: names[stateAt(at)] ?? '' });
  return stuck;
}
