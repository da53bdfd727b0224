import type { Fix } from '../../base/finding.ts';
import { hasNode } from '../../expression/visit.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Column, Part } from '../../model/ast/screens.ts';
import { Labels } from '../../model/labels.ts';
import type { Model } from '../../model/model.ts';
import { deleteRow } from '../../syntax/edit-table.ts';
import { rowAt } from '../../syntax/find-row.ts';
import { definesCalls } from '../analysis/assumed.ts';
import { defineRule } from '../rule.ts';

export const computedForColumn = defineRule({
  code: 'computed-for-column',
  severity: 'hint',
  section: 3,
  summary: 'A computed field that is used only as a column.',
  messages: {
    column: '{entity}.{name} is computed only to be shown. Write its expression in the column, with a title, and remove the field.',
  },
  check(model, report, survey) {
    // While screens or calls are undefined, the product shows and serves every field; a component
    // may show any field too.
    if (survey.screens().length === 0 || !definesCalls(model)) return;
    const parts = survey.allParts().map(({ part, screen }) => ({ part, about: screen.about?.text ?? null }));
    if (parts.some(({ part }) => part.kind === 'component') || model.screens.some(({ assumed }) => assumed)) return;
    const read = survey.readFields();
    for (const entity of model.entities) {
      // A permission row about reading hides the field, but would not hide a column.
      if (model.permissions?.some((row) => row.entity.text === entity.name.text && row.fields.length > 0) === true) continue;
      for (const field of entity.fields) {
        const name = field.name.text;
        if (!isOwnValue(entity, field) || read.has(`${field.entity}.${name}`) || entity.label === name) continue;
        const columns = parts.flatMap(({ part, about }) => columnsOf(part, about, field));
        const uses = model.references.filter(({ kind, within, text }) => kind === 'field' && within === field.entity && text === name);
        if (columns.length === 0 || uses.length !== columns.length) continue;
        const fix = columnFix(model, field, columns);
        if (fix !== null) report({ message: 'column', at: field.name.span, data: { entity: field.entity, name }, fix: [fix] });
      }
    }
  },
});

/**
 * Whether the field is computed only from plain fields of its record. Only then can a column
 * replace it, because columns are evaluated with the reader's permissions and computed fields with
 * the product's.
 */
function isOwnValue(entity: Entity, { computed, valueType }: Field): boolean {
  if (computed === null || computed.node === null || computed.problems.length > 0 || computed.source.includes('`')) return false;
  if (computed.node.type.kind !== valueType.kind) return false;
  const isMore = hasNode(computed.node, (node) => {
    const { type } = node;
    const names = node.kind === 'select' || node.kind === 'macro' || type.kind === 'record' || type.kind === 'list';
    return names || (node.kind === 'name' && ['self', 'me', 'value'].includes(node.name));
  });
  return !isMore && entity.byName.get(computed.source)?.type.kind !== 'password';
}

/** The columns in which a part shows the field. */
function columnsOf(part: Part, about: string | null, { entity, name }: Field): readonly Column[] {
  const of = part.kind === 'details' ? about : part.kind === 'list' || part.kind === 'cards' ? part.entity.text : null;
  if (of !== entity || !('fields' in part)) return [];
  return (part.fields as readonly Column[]).filter((column) => column.value === null && column.name.text === name.text);
}

function columnFix(model: Model, field: Field, columns: readonly Column[]): Fix | null {
  const place = rowAt(model.tree, field.span);
  const title = new Labels(model.labels, model.language).field(field.entity, field.name.text);
  const source = field.computed?.source ?? '';
  if (place === null || place.table.rows.length < 2 || title.includes('"')) return null;
  const edits = columns.map((column) => ({
    from: column.name.span.from,
    to: column.name.span.to,
    insert: column.title === null ? `\`${source}\` as "${title}"` : `\`${source}\``,
  }));
  return {
    title: `Write the expression in ${columns.length === 1 ? 'the column' : `the ${columns.length} columns`}`,
    edits: [...edits, ...deleteRow(model.tree.text, place.table, place.index)].sort((a, b) => a.from - b.from),
    safe: true,
  };
}
