import type { Reached } from '../../../explorer/explore.ts';
import type { Walked } from '../../../explorer/walk.ts';
import type { Machine, Transition } from '../../../model/ast/states.ts';
import type { RowId, WalkMarks } from './machine-graph.ts';

/**
 * Returns what a walk shows in the diagram: the states of records, the rows that can be taken now,
 * and what the explorer has reached (null: not finished).
 */
export function walkMarks(
  machine: Machine,
  rows: ReadonlyMap<RowId, Transition>,
  walked: Walked | null,
  reached: Reached | null,
): WalkMarks {
  const here = (walked?.records ?? []).flatMap(({ entity, states }) =>
    entity === machine.entity ? states.flatMap(({ field, state }) => (field === machine.field ? [state] : [])) : [],
  );
  const taken = new Set((walked?.steps ?? []).flatMap((step) => step.taken ?? []));
  const by = new Map(reached?.rows.map((one) => [one.row, one.by]));
  return {
    here: new Set(here),
    open: new Set([...rows].flatMap(([id, row]) => (taken.has(row.span.from) ? [id] : []))),
    reached:
      reached === null
        ? null
        : new Set(
            reached.states.flatMap(({ entity, field, state }) => (entity === machine.entity && field === machine.field ? [state] : [])),
          ),
    by: reached === null ? null : new Map([...rows].map(([id, row]) => [id, by.get(row.span.from) ?? null])),
  };
}
