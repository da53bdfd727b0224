import type { Model } from '../../model/model.ts';
import { defineRule } from '../rule.ts';

export const settableOwner = defineRule({
  code: 'settable-owner',
  severity: 'hint',
  section: 6,
  summary: 'A record that one person could create in the name of another.',
  messages: {
    others:
      '{role} may create a {entity} and set “{field}”, which is the person acting by default, to somebody else. If that is not meant, write {cell} in this cell.',
  },
  check(model, report, survey) {
    for (const row of model.permissions ?? []) {
      const create = row.operations.some((name) => name.text === 'create');
      const entity = survey.entity(row.entity.text);
      if (!create || row.fields.length > 0 || entity === undefined) continue;
      for (const [role, cell] of row.cells) {
        if (cell.grant.kind === 'no' || cell.grant.kind === 'hole') continue;
        const asked = cell.grant.kind === 'when' ? cell.grant.expression.reads.self : [];
        for (const field of entity.fields) {
          const isMe = field.default?.kind === 'expression' && field.default.expression.source.trim() === 'me';
          if (!isMe || !field.settable || asked.includes(field.name.text) || hasOwnRow(model, entity.name.text, field.name.text)) continue;
          const data = { role, entity: entity.name.text, field: field.name.text, cell: `\`${field.name.text} == me\`` };
          report({ message: 'others', at: cell, data });
        }
      }
    }
  },
});

/** Does section 6 say by a row of its own who may set the field at creation? */
const hasOwnRow = (model: Model, entity: string, field: string): boolean =>
  (model.permissions ?? []).some(
    (row) =>
      row.entity.text === entity && row.fields.some((name) => name.text === field) && row.operations.some((name) => name.text === 'create'),
  );
