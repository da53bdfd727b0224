import type { Span } from '../../base/span.ts';
import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import { sectionTitles } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { saysNotShown } from '../../model/reading/cell-forms.ts';
import { addColumn, addRows as addRowsIn, type Cells } from '../../syntax/add-rows.ts';
import { commonEnds } from '../../syntax/common-ends.ts';
import { fillSection } from '../../syntax/edit-section.ts';
import { setCell } from '../../syntax/edit-table.ts';
import { columnOf, rowAt } from '../../syntax/find-row.ts';

/** Writes Markdown into a section, replacing any sentence that says it is not shown. */
export const writeIn = (model: Model, section: number, markdown: string): TextEdit[] =>
  fillSection(
    model.tree,
    section,
    sectionTitles[section - 1] ?? '',
    markdown,
    (block) => block.kind === 'paragraph' && saysNotShown(block.text),
  );

/** Appends rows to the table that contains `beside`, adding columns that it lacks. */
export function addRows(model: Model, beside: Span, rows: readonly Cells[]): TextEdit[] {
  const place = rowAt(model.tree, beside);
  return place === null ? [] : addRowsIn(model.tree, place.table, place.table.rows.length - 1, rows);
}

/**
 * Writes into a cell of the row at `at`. Adds the column if the table lacks it, unless the text is
 * empty.
 */
export function writeCell(model: Model, at: Span, header: string, words: string): TextEdit[] {
  const place = rowAt(model.tree, at);
  if (place === null) return [];
  const { table, row, index } = place;
  const column = columnOf(table, header);
  if (column >= 0) return setCell(model.tree.text, table, row, column, words);
  if (words.trim() === '') return [];
  const cells = table.rows.map((_, other) => (other === index ? words : ''));
  return addColumn(model.tree.text, table, header, cells);
}

/**
 * Combines steps, each of which may depend on the text written by the previous ones, into one edit.
 */
export function combineSteps(model: Model, ...steps: readonly ((model: Model) => readonly TextEdit[])[]): TextEdit[] {
  const { text } = model.tree;
  let current = model;
  for (const step of steps) {
    const edits = step(current);
    if (edits.length > 0) current = readModel(applyEdits(current.tree.text, edits));
  }
  const after = current.tree.text;
  if (after === text) return [];
  const { start, end } = commonEnds(text, after);
  // Extends the edit to whole lines, so that the inserted text can be read on its own.
  let behind = end;
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  while (behind > 0 && text[text.length - behind - 1] !== '\n') behind--;
  return [{ from, to: text.length - behind, insert: after.slice(from, after.length - behind) }];
}

/**
 * Whether a section contains a sentence. Decisions that the notation cannot express are recorded as
 * prose.
 */
export const containsSentence = (model: Model, section: number, sentence: string): boolean =>
  model.tree.sections.some(
    ({ number, span }) => number === section && model.tree.text.slice(span.from, span.to).replace(/\s+/g, ' ').includes(sentence),
  );

/** The span that a question about a section points to. */
export const sectionSpan = (model: Model, section: number): Span =>
  model.sections[section - 1]?.heading ?? { from: model.tree.text.length, to: model.tree.text.length };

/**
 * Whether any section from 4 on is not shown. In a complete document, simple parts are assumed to
 * be intended.
 */
export const isUnfinished = (model: Model): boolean => model.sections.some(({ number, state }) => number >= 4 && state === 'not shown');
