import type { Machine, Transition } from '../../model/ast/states.ts';

interface Row {
  readonly machine: Machine;
  readonly transition: Transition;
}

/** The rows with the same fields in `changed(…)`. */
export interface ChangeEvent {
  readonly fields: readonly string[];
  readonly rows: readonly Row[];
}

/** The `changed(…)` rows of an entity, grouped by their fields, in the order of the text. */
export function changeEventsOf(rows: readonly Row[]): readonly ChangeEvent[] {
  const found = new Map<string, { readonly fields: readonly string[]; readonly rows: Row[] }>();
  for (const row of rows) {
    const { trigger } = row.transition;
    if (trigger.kind !== 'changed') continue;
    const fields = trigger.fields.map(({ text }) => text).sort();
    const key = fields.join(' ');
    const known = found.get(key);
    if (known === undefined) found.set(key, { fields, rows: [row] });
    else known.rows.push(row);
  }
  return [...found.values()];
}
