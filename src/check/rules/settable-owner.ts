import type { Model } from '../../model/model.ts';
import { andAlso, cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const settableOwner = defineRule({
  code: 'settable-owner',
  severity: 'hint',
  section: 6,
  summary: 'A record that a person could create in the name of another person, or hand over.',
  messages: {
    others:
      '{role} may create a {entity} and set “{field}”, which is the person acting by default, to another person. If that is not intended, write {cell} in this cell.',
    handOver:
      '{role} may update a {entity} and set “{field}”, which is the person acting by default, to another person. If that is not intended, write {cell} in this cell, or add the row “{entity}.{field}: update”.',
  },
  check(model, report, survey) {
    for (const row of model.permissions ?? []) {
      const operation = (['create', 'update'] as const).find((one) => row.operations.some((name) => name.text === one));
      const entity = survey.entity(row.entity.text);
      if (operation === undefined || row.fields.length > 0 || entity === undefined) continue;
      for (const [role, cell] of row.cells) {
        if (cell.grant.kind === 'no' || cell.grant.kind === 'hole') continue;
        const reads = cell.grant.kind === 'when' ? cell.grant.expression.reads : null;
        // A cell that reads the field's old value deliberately allows handing over.
        const conditionFields = reads === null ? [] : [...reads.self, ...(operation === 'update' ? reads.old : [])];
        for (const field of entity.fields) {
          const isMe = field.default?.kind === 'expression' && field.default.expression.source.trim() === 'me';
          if (
            !isMe ||
            !field.settable ||
            conditionFields.includes(field.name.text) ||
            hasOwnRow(model, entity.name.text, field.name.text, operation)
          )
            continue;
          const own = cell.grant.kind === 'when' ? cell.grant.expression.source : '';
          const fix = cellWritten(model, row.span, role, andAlso(own, `${field.name.text} == me`));
          const data = { role, entity: entity.name.text, field: field.name.text, cell: `\`${field.name.text} == me\`` };
          report({ message: operation === 'create' ? 'others' : 'handOver', at: cell, fix, data });
        }
      }
    }
  },
});

/** Whether section 6 has a row of its own for setting the field. */
const hasOwnRow = (model: Model, entity: string, field: string, operation: string): boolean =>
  (model.permissions ?? []).some(
    (row) =>
      row.entity.text === entity &&
      row.fields.some((name) => name.text === field) &&
      row.operations.some((name) => name.text === operation),
  );
