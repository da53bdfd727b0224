import type { RecordValue } from '../../expression/values/value.ts';
import { isSecret } from '../../model/types/traits.ts';
import { editFormsIn } from '../document/edit-forms.ts';
import type { InputData } from '../form-data.ts';
import { rowsData, seenColumns } from '../screens/columns.ts';
import { fieldInput } from '../screens/inputs.ts';
import { visibleParts } from '../screens/opened.ts';
import type { World } from '../world/world.ts';
import { mayChange } from './form.ts';
import type { PartPlace, PartReader } from './part-reader.ts';

export const readDetails: PartReader<'details'> = (place, part) => {
  const { world, record } = place;
  if (record === null) return { kind: 'details', record: null, fields: [], edit: [] };
  const fields = seenColumns(world, record.entity, part.fields)
    .filter(({ name, value }) => value !== null || world.access.seesField(record, name.text))
    .map(({ name }) => name.text);
  const isFree = unlessForms(place, record);
  const edit = part.fields.flatMap(({ name, value }) =>
    value === null && fields.includes(name.text) && isFree(name.text) ? (editInput(world, record, name.text) ?? []) : [],
  );
  return { kind: 'details', record: rowsData(place, part.fields, [record], fields)[0] ?? null, fields, edit };
};

/** The input for changing a field in place; null if section 6 does not permit the update. */
function editInput(world: World, record: RecordValue, name: string): InputData | null {
  const field = world.index.field(record.entity, name);
  if (field === null || !field.settable || isSecret(field) || !mayChange(world, field, record)) return null;
  return fieldInput(world, field, record);
}

/**
 * Returns whether a field may be changed outside the screen's forms. A field that forms ask for may
 * be changed only while one of them is shown, and not if it depends on another field there.
 */
function unlessForms({ world, screen }: PartPlace, record: RecordValue): (name: string) => boolean {
  const uses = editFormsIn(screen.parts).flatMap((form) =>
    form.fields.map((use) => ({ name: use.name.text, form: form.id, depends: use.when !== null })),
  );
  // Computed at most once, and only if a form asks for the field: it evaluates each condition of
  // the screen.
  let visible: readonly string[] | null = null;
  return (name) => {
    const own = uses.filter((use) => use.name === name);
    const shown = (form: string): boolean => (visible ??= visibleParts(world, { screen, record })).includes(form);
    return own.length === 0 || own.some(({ form, depends }) => !depends && shown(form));
  };
}
