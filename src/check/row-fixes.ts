import type { Fix } from '../base/finding.ts';
import type { Span } from '../base/span.ts';
import type { TextEdit } from '../base/text-edit.ts';
import type { Action, Step } from '../expression/action.ts';
import type { Model } from '../model/model.ts';
import { deleteRow } from '../syntax/edit-table.ts';
import { columnOf, rowAt } from '../syntax/find-row.ts';
import { addRows, writeCell, writeIn } from './asking/write.ts';

/**
 * Fixes for whole rows, cells and list items. Each returns no fix if its place does not have the
 * expected form.
 */
type Fixes = readonly Fix[];

const fixOf = (title: string, edits: readonly TextEdit[]): Fixes => (edits.length === 0 ? [] : [{ title, edits }]);

/**
 * Deletes the row at a place, if its table begins with the given column: a name may also be
 * declared where it is used. Deletes the whole table along with its last row, because a header
 * alone is meaningless.
 */
export function rowDeleted(model: Model, first: string, at: Span, title = 'Delete the row'): Fixes {
  const place = rowAt(model.tree, at);
  if (place === null || columnOf(place.table, first) !== 0) return [];
  const { table, index } = place;
  return fixOf(title, table.rows.length === 1 ? [blockDeleted(model, table.span)] : deleteRow(model.tree.text, table, index));
}

/** Deletes a block and the empty lines after it. */
export function blockDeleted({ tree: { text } }: Model, { from, to }: Span): TextEdit {
  let end = to;
  while (end < text.length && /\s/.test(text[end] ?? '')) end++;
  return { from, to: end, insert: '' };
}

export const cellWritten = (model: Model, at: Span, column: string, words: string, title?: string): Fixes =>
  fixOf(
    title ?? (words === '' ? `Empty ${column}` : `Write “${words.replaceAll('`', '')}” under ${column}`),
    writeCell(model, at, column, words),
  );

/**
 * Appends a row to the table that contains `beside`; `cells` maps headers to texts. No fix if that
 * table is of another kind, as it is for an assumed name, which is declared where it is used.
 */
export function rowAdded(model: Model, beside: Span | undefined, cells: Readonly<Record<string, string>>, title: string): Fixes {
  const place = beside === undefined ? null : rowAt(model.tree, beside);
  if (beside === undefined || place === null || columnOf(place.table, Object.keys(cells)[0] ?? '') !== 0) return [];
  return fixOf(title, addRows(model, beside, [cells]));
}

/** Like `rowAdded`, but writes a new table if the section has none. */
export function rowWritten(
  model: Model,
  section: number,
  beside: Span | undefined,
  cells: Readonly<Record<string, string>>,
  table: (cells: readonly string[]) => string,
  title: string,
): Fixes {
  const added = rowAdded(model, beside, cells, title);
  return added.length > 0 ? added : fixOf(title, writeIn(model, section, table(Object.values(cells))));
}

export const replaced = (place: Span, insert: string, title = `Write “${insert}”`): Fixes => fixOf(title, [{ ...place, insert }]);

export const inserted = (at: number, insert: string, title: string): Fixes => fixOf(title, [{ from: at, to: at, insert }]);

/**
 * Removes an item and one comma from a comma-separated list. Removes the only item only if the list
 * may be empty.
 */
export function removeItem({ tree: { text } }: Model, { from, to }: Span, title: string, mayBeEmpty = false): Fixes {
  const behind = /^`?\??[ \t]*,[ \t]*/.exec(text.slice(to));
  const before = /[ \t]*,[ \t]*`?$/.exec(text.slice(0, from));
  const quoted = text[from - 1] === '`' && text[to] === '`' ? 1 : 0;
  if (behind !== null) return fixOf(title, [{ from: from - quoted, to: to + behind[0].length, insert: '' }]);
  if (before !== null) return fixOf(title, [{ from: from - before[0].length, to: to + quoted, insert: '' }]);
  return mayBeEmpty ? fixOf(title, [{ from: from - quoted, to: to + quoted, insert: '' }]) : [];
}

/** Removes a step from an action of several, or empties the cell. */
export function removeStep(model: Model, action: Action | null, step: Step | null | undefined): Fixes {
  if (action === null || step == null) return [];
  const { steps } = action;
  const { text } = model.tree;
  const title = `Remove “${text.slice(step.span.from, step.span.to)}”`;
  if (steps.some(({ within = [] }) => within.length > 0)) return [];
  const index = steps.indexOf(step);
  const [previous, next] = [steps[index - 1], steps[index + 1]];
  if (next !== undefined) return fixOf(title, [{ from: step.span.from, to: next.span.from, insert: '' }]);
  if (previous !== undefined) return fixOf(title, [{ from: previous.span.to, to: step.span.to, insert: '' }]);
  return cellWritten(model, step.span, 'Effect', '', title);
}

/**
 * Extends the condition in a cell by `&& condition`; `source` is the cell's current content, if
 * any.
 */
export const andAlso = (source: string | undefined, condition: string): string => {
  const own = source?.trim() ?? '';
  if (own === '') return `\`${condition}\``;
  return `\`${/\|\||\?/.test(own) ? `(${own})` : own} && ${condition}\``;
};
