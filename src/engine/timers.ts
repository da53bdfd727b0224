import { compileExpression } from '../expression/evaluate.ts';
import { EvaluationError } from '../expression/scope.ts';
import { timestampToMilliseconds } from '../expression/time.ts';
import { anyType } from '../expression/type.ts';
import { Duration, Timestamp } from '../expression/value.ts';
import { isSound, type TransitionRow } from './facts.ts';
import { rowField } from './no-overlap.ts';
import type { World } from './world.ts';

/** A transition that fires by itself, for one record. */
export interface Due extends TransitionRow {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Every timer that runs now, in order of time; the order of the table among those of one moment. */
export function timers(world: World): Due[] {
  const found: Due[] = [];
  for (const machine of world.facts.model.machines) {
    if (world.facts.entity(machine.entity) === null) continue;
    for (const transition of machine.transitions) {
      const { trigger } = transition;
      if (trigger.kind !== 'after' && trigger.kind !== 'at') continue;
      const expression = trigger.kind === 'after' ? trigger.duration : trigger.moment;
      if (!isSound(expression) || world.facts.dependsOnHole(expression)) continue;
      const row = { machine, transition };
      for (const id of recordsIn(world, row)) {
        const at = moment(world, row, id);
        if (at !== null) found.push({ ...row, id, at });
      }
    }
  }
  return found.sort((a, b) => a.at - b.at || a.transition.order - b.transition.order || (a.id < b.id ? -1 : 1));
}

function recordsIn(world: World, { machine, transition }: TransitionRow): string[] {
  const place = { from: 0, to: 0, type: anyType };
  const states = transition.from.map((name) => ({ kind: 'literal' as const, ...place, value: name.text }));
  const node = {
    kind: 'binary' as const,
    ...place,
    operator: 'in' as const,
    left: rowField(world, machine.entity, machine.field),
    right: { kind: 'list' as const, ...place, items: states },
  };
  const conditions = transition.any ? [] : [{ node, variable: null, scope: world.scope(null) }];
  return world.store.query({ entity: machine.entity, conditions }).map((stored) => stored.id);
}

function moment(world: World, { machine, transition }: TransitionRow, id: string): number | null {
  const { trigger } = transition;
  const record = world.record(machine.entity, id);
  if (record === null || (trigger.kind !== 'after' && trigger.kind !== 'at')) return null;
  try {
    const value = compileExpression(trigger.kind === 'after' ? trigger.duration : trigger.moment)(world.scope(record));
    if (trigger.kind === 'at') return value instanceof Timestamp ? timestampToMilliseconds(value) : null;
    if (!(value instanceof Duration)) return null;
    return enteredAt(world, machine.entity, machine.field, id) + value.seconds * 1000 + Math.floor(value.nanos / 1e6);
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}

/** Records from before there was such a machine count from when they were made. */
function enteredAt(world: World, entity: string, field: string, id: string): number {
  const entered = world.store.enteredAt(entity, field, id);
  if (entered !== null) return entered;
  const created = world.stored(entity, id)?.['createdAt'];
  return created instanceof Timestamp ? timestampToMilliseconds(created) : world.milliseconds;
}
