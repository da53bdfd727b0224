import type { RunModel } from '../../model/run-model.ts';
import { type ColumnSchema, columnFor, type Schema, type TableSchema, tableFor } from '../schema.ts';

/** Which state transitions section 4 allows for a field. */
export interface KeptMoves {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
  /** The next states by current state; staying in a state is left out. */
  readonly pairs: ReadonlyMap<string, readonly string[]>;
}

/**
 * The state machines of all entities; if a field has two, the first counts. A row that could not be
 * read allows nothing.
 */
export function keptMoves(model: RunModel, schema: Schema): readonly KeptMoves[] {
  const seen = new Set<string>();
  return model.machines.flatMap((machine): KeptMoves[] => {
    const table = tableFor(schema, machine.entity);
    const column = table === null ? null : columnFor(table, machine.field);
    const key = `${machine.entity}.${machine.field}`;
    if (table === null || column === null || column.type !== 'state' || seen.has(key)) return [];
    seen.add(key);
    const pairs = new Map<string, Set<string>>();
    for (const { from, any, to } of machine.transitions) {
      if (to === null) continue;
      for (const state of any ? machine.states.map(({ name }) => name) : from.map((name) => name.text)) {
        if (state === to.text) continue;
        const known = pairs.get(state) ?? new Set();
        known.add(to.text);
        pairs.set(state, known);
      }
    }
    return [{ table, column, pairs: new Map([...pairs].map(([state, others]) => [state, [...others].sort()])) }];
  });
}
