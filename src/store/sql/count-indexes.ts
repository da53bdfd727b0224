import type { RunModel } from '../../model/run-model.ts';
import { columnFor, type Schema, tableFor } from '../schema.ts';
import { identifier } from './identifier.ts';
import { type TunedIndex, tunedIndex } from './tuned-index.ts';

/**
 * Indexes for computed fields that count records of an inverse list by a state or an enum:
 * `size(assigned.filter(t, t.status == "open"))` then reads the index alone.
 */
export function countIndexes(model: RunModel, schema: Schema): TunedIndex[] {
  return model.entities.flatMap(({ byName }) => {
    const fields = [...byName.values()];
    return fields.flatMap(({ computed }) =>
      fields.flatMap(({ entity, name, type }): TunedIndex[] => {
        if (computed === null || type.kind !== 'inverse') return [];
        const { reads } = computed;
        if (!reads.self.includes(name.text) && !reads.fields.includes(`${entity}.${name.text}`)) return [];
        const table = tableFor(schema, type.entity.text);
        const by = table === null ? null : columnFor(table, type.by.text);
        if (table === null || by?.type !== 'relation') return [];
        return table.columns
          .filter(({ type: kind, field }) => (kind === 'state' || kind === 'enum') && reads.fields.includes(`${table.entity}.${field}`))
          .map(({ column }) => tunedIndex('count', `${identifier(table.table)} (${identifier(by.column)}, ${identifier(column)})`));
      }),
    );
  });
}
