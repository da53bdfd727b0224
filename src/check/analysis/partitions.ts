import type { Machine, Transition } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import { constantsOf } from './constant-conditions.ts';
import { type Range, rangeOf } from './ranges.ts';
import { eventOf } from './transitions.ts';

/** Rows that are tried in order and divide the values of one term among themselves. */
export interface Partition {
  readonly machine: Machine;
  readonly event: string;
  readonly rows: readonly { readonly transition: Transition; readonly range: Range }[];
  /** Whether the event has no other rows, which could handle the values that these leave out. */
  readonly alone: boolean;
}

/**
 * Groups the rows of each event with the same From and Roles whose guards are ranges of the same
 * term. Single rows are left out.
 */
export function partitionsOf(model: Model): Partition[] {
  const constants = constantsOf(model);
  return model.machines.flatMap((machine) => {
    const groups = new Map<string, { machine: Machine; event: string; rows: { transition: Transition; range: Range }[] }>();
    const counts = new Map<string, number>();
    for (const transition of machine.transitions) {
      const event = eventOf(transition);
      if (event === null) continue;
      counts.set(event, (counts.get(event) ?? 0) + 1);
      const { guard } = transition;
      const range = guard === null || guard.node === null || guard.problems.length > 0 ? null : rangeOf(guard.node, constants);
      if (range === null) continue;
      const names = (list: readonly { readonly text: string }[]): string =>
        list
          .map(({ text }) => text)
          .sort()
          .join(',');
      const key = [event, transition.any ? '*' : names(transition.from), names(transition.roles), range.term].join('\n');
      const group = groups.get(key) ?? { machine, event, rows: [] };
      groups.set(key, group);
      group.rows.push({ transition, range });
    }
    return [...groups.values()]
      .filter(({ rows }) => rows.length > 1)
      .map((group) => ({ ...group, alone: counts.get(group.event) === group.rows.length }));
  });
}
