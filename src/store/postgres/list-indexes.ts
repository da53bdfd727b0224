import type { Expression } from '../../expression/expression.ts';
import { visit } from '../../expression/visit.ts';
import type { RunModel } from '../../model/run-model.ts';
import { columnFor, type Schema, tableFor } from '../schema.ts';
import { identifier } from '../sql/identifier.ts';
import { shownParts } from '../sql/shown-parts.ts';
import { type TunedIndex, tunedIndex } from '../sql/tuned-index.ts';

/** Indexes for `tag in tags`, on the text lists that sections 2 and 7 search. */
export function listIndexes(model: RunModel, schema: Schema): TunedIndex[] {
  return lookedInto(model).flatMap(({ entity, field }): TunedIndex[] => {
    const table = tableFor(schema, entity);
    const column = table === null ? null : columnFor(table, field);
    if (table === null || column?.type !== 'list' || column.item !== 'text') return [];
    // Without a pending list (fastupdate): readers would scan it, and in a serializable transaction
    // conflict with every writer.
    return [tunedIndex('in', `${identifier(table.table)} USING gin (${identifier(column.column)} jsonb_path_ops) WITH (fastupdate = off)`)];
  });
}

interface FieldOf {
  readonly entity: string;
  readonly field: string;
}

function lookedInto(model: RunModel): FieldOf[] {
  const found: FieldOf[] = [];
  const look = (expression: Expression | null): void => {
    if (expression?.node == null) return;
    visit(expression.node, (node) => {
      if (node.kind !== 'binary' || node.operator !== 'in') return;
      const { right } = node;
      if (right.kind === 'name' && (right.resolution.kind === 'row-field' || right.resolution.kind === 'self-field'))
        found.push({ entity: right.resolution.entity, field: right.name });
      if (right.kind === 'select' && right.operand.type.kind === 'record')
        found.push({ entity: right.operand.type.entity, field: right.field });
    });
  };
  for (const { does, returns } of model.calls) {
    for (const step of does?.steps ?? []) if (step.kind === 'list' || step.kind === 'get') look(step.where);
    look(returns?.body ?? null);
  }
  for (const part of shownParts(model)) {
    if (!('where' in part)) continue;
    look(part.where);
    if ('filter' in part) for (const { name } of part.filter) found.push({ entity: part.entity.text, field: name.text });
  }
  return found;
}
