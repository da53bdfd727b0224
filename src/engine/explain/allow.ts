import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { insertRow, setCell } from '../../syntax/edit-table.ts';
import { columnOf, rowAt } from '../../syntax/find-row.ts';
import { nameOf, type PermissionKey } from '../access/permission-key.ts';
import { ModelIndex } from '../document/model-index.ts';
import { type RoleAnswer, roleMay, rowsAbout, transitionsOf } from './roles.ts';

/** A change of the document that would let a role do something. */
export interface Allowing {
  /** One sentence per place: `Write “yes” for customer in the row “Ticket: resolve”`. */
  readonly words: readonly string[];
  readonly edits: readonly TextEdit[];
}

/**
 * The smallest change of the document that lets a role do something: one cell or row in each
 * section that refuses, verified by reading the changed text. Null: the role may already do it, or
 * no change of sections 4 and 6 would help (for example, no such event). Pass `ModelReader.read` as
 * `read` when calling it often: it rereads only what a change affects.
 */
export function allowing(
  model: Model,
  permission: PermissionKey,
  role: string,
  read: (text: string) => Model = readModel,
): Allowing | null {
  const index = new ModelIndex(model);
  const now = roleMay(index, permission, role);
  if (now.verdict !== 'no') return null;
  const words: string[] = [];
  const edits: TextEdit[] = [];
  const add = (change: { readonly words: string; readonly edits: readonly TextEdit[] } | null): void => {
    if (change === null) return;
    words.push(change.words);
    edits.push(...change.edits);
  };
  if (model.permissions !== null) for (const rows of rowsAbout(index, permission)) add(grantIn(model, permission, now, rows));
  add(roleIn(model, index, permission, role));
  if (edits.length === 0) return null;
  const after = read(applyEdits(model.tree.text, edits));
  return roleMay(new ModelIndex(after), permission, role).verdict === 'no' ? null : { words, edits };
}

/**
 * Grants in section 6: fills in the refusing cell if its row covers nothing else; otherwise adds a
 * row, because rows add up.
 */
function grantIn(
  model: Model,
  permission: PermissionKey,
  { role, reasons }: RoleAnswer,
  rows: ReturnType<typeof rowsAbout>[number],
): { readonly words: string; readonly edits: readonly TextEdit[] } | null {
  const { text } = model.tree;
  const cells = rows.flatMap((row) => row.cells.get(role) ?? []);
  if (cells.some(({ grant, span }) => (grant.kind === 'yes' || grant.kind === 'when') && reasons.some(({ at }) => at?.from === span.from)))
    return null;
  const alone = rows.find((row) => row.operations.length === 1 && row.fields.length <= 1);
  const place = alone === undefined ? null : rowAt(model.tree, alone.span);
  const column = place === null ? -1 : columnOf(place.table, role);
  if (alone !== undefined && place !== null && column > 0)
    return { words: `Write “yes” for ${role} in the row “${alone.title}”`, edits: setCell(text, place.table, place.row, column, 'yes') };
  const end = (model.permissions ?? [])
    .map((row) => rowAt(model.tree, row.span))
    .findLast((place) => place !== null && columnOf(place.table, role) > 0);
  if (end === undefined || end === null) return null;
  // If a field has rows of its own, only those count.
  const own = rows.some((row) => row.fields.length > 0) ? permission : { ...permission, field: null };
  const cellsOfRow = end.table.header.cells.map((_, index) =>
    index === 0 ? nameOf(own) : index === columnOf(end.table, role) ? 'yes' : '',
  );
  return { words: `Add the row “${nameOf(own)}” with “yes” for ${role}`, edits: insertRow(text, end.table, end.index, cellsOfRow) };
}

/** Grants in section 4: adds the role to those of the row. */
function roleIn(
  model: Model,
  index: ModelIndex,
  permission: PermissionKey,
  role: string,
): { readonly words: string; readonly edits: readonly TextEdit[] } | null {
  const rows = transitionsOf(index, permission);
  const excluded =
    rows.length > 0 && rows.every(({ transition }) => transition.roles.length > 0 && !transition.roles.some((name) => name.text === role));
  const [first] = rows;
  const place = !excluded || first === undefined ? null : rowAt(model.tree, first.transition.span);
  const column = place === null ? -1 : columnOf(place.table, 'Roles');
  if (first === undefined || place === null || column < 0) return null;
  const roles = [...first.transition.roles.map((name) => name.text), role].join(', ');
  return {
    words: `Write “${roles}” under Roles in the row of “${permission.operation}” in section 4`,
    edits: setCell(model.tree.text, place.table, place.row, column, roles),
  };
}
