import type { Name } from '../../model/ast/common.ts';
import type { Column, FieldUse, Part } from '../../model/ast/screens.ts';
import { mayBeAllowed, mayBeAllowedOnField } from '../analysis/access.ts';
import { fieldsRead } from '../analysis/nodes.ts';
import { readersOf } from '../analysis/readers.ts';
import { enumerate } from '../fixes.ts';
import { removeField } from '../part-fixes.ts';
import { granted } from '../permission-fixes.ts';
import { defineRule } from '../rule.ts';

export const partNobodyMaySee = defineRule({
  code: 'part-nobody-may-see',
  severity: 'warning',
  section: 2,
  summary: 'A part of a screen, or a field in it, that no user of the screen may read.',
  messages: {
    records:
      'The people who see this part ({roles}) may read no {entity}: section 6 refuses it, so the part stays empty. Remove it, or grant “{entity}: read”.',
    field:
      'The people who see this part ({roles}) may not read “{field}” of a {entity}: section 6 hides it. Remove it, or grant “{entity}.{field}: read”.',
  },
  check(model, report, survey) {
    if (model.permissions === null) return;
    for (const placed of survey.parts()) {
      const { screen, part } = placed;
      const readers = readersOf(placed);
      const shown = shownBy(part);
      const entity = shown === null ? undefined : (shown.entity?.text ?? screen.about?.text);
      if (shown === null || entity === undefined || readers.length === 0 || survey.entity(entity) === undefined) continue;
      const roles = enumerate(readers.map(({ text }) => text));
      if (!readers.some(({ text }) => mayBeAllowed(model, text, entity, 'read'))) {
        // A screen that may show nothing of its own record has a finding of its own.
        if (shown.entity !== null && entity !== screen.about?.text) {
          const fix = readers.flatMap(({ text }) => granted(model, text, entity, 'read'));
          report({ message: 'records', at: shown.entity, fix, data: { roles, entity } });
        }
        continue;
      }
      for (const use of shown.fields) {
        const hidden = fieldsOf(entity, use).find(
          (field) =>
            !readers.some(
              ({ text }) =>
                mayBeAllowed(model, text, field.entity, 'read') && mayBeAllowedOnField(model, text, field.entity, field.name, 'read'),
            ),
        );
        if (hidden === undefined) continue;
        const fix = shown.fields.length > 1 ? removeField(model, use) : [];
        report({ message: 'field', at: use.name, fix, data: { roles, entity: hidden.entity, field: hidden.name } });
      }
    }
  },
});

/** The field that a column shows, or the fields that its path or expression reads. */
function fieldsOf(entity: string, use: FieldUse | Column): { readonly entity: string; readonly name: string }[] {
  if (!('value' in use) || use.value === null) return [{ entity, name: use.name.text }];
  return fieldsRead(use.value).map((path) => {
    const dot = path.indexOf('.');
    return { entity: path.slice(0, dot), name: path.slice(dot + 1) };
  });
}

/**
 * The entity that a part shows (null: the screen's) and its fields; null for parts that show no
 * records.
 */
function shownBy(part: Part): { readonly entity: Name | null; readonly fields: readonly (FieldUse | Column)[] } | null {
  switch (part.kind) {
    case 'list':
    case 'cards':
    case 'board':
    case 'calendar':
      return { entity: part.entity, fields: [...part.fields, ...part.search, ...part.filter] };
    case 'chart':
      return { entity: part.entity, fields: [part.by, ...(part.field === null ? [] : [part.field])] };
    case 'timeline':
      return { entity: part.entity, fields: [] };
    case 'details':
      return { entity: null, fields: part.fields };
    default:
      return null;
  }
}
