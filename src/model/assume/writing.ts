import type { TextEdit } from '../../base/text-edit.ts';
import { fillSection } from '../../syntax/edit-section.ts';
import { insertRow } from '../../syntax/edit-table.ts';
import type { Block } from '../../syntax/tree.ts';
import { sectionTitles } from '../ast/common.ts';
import { saysNotShown } from '../reading/cell-forms.ts';
import type { Reading } from '../reading/reading.ts';
import type { Form } from '../reading/tables.ts';

/**
 * Edits that write Markdown into a section, replacing any sentence that says the section is not
 * shown.
 */
export function writeSection(reading: Reading, number: number, markdown: string): TextEdit[] {
  return fillSection(reading.tree, number, sectionTitles[number - 1] as string, markdown, isEmptyTalk);
}

const isEmptyTalk = (block: Block): boolean => block.kind === 'paragraph' && saysNotShown(block.text);

/** Edits that add a row to a form. `cells` maps column headers to cell texts. */
export function writeRow(reading: Reading, form: Form, after: number, cells: Readonly<Record<string, string>>): TextEdit[] {
  const byHeader = new Map(Object.entries(cells).map(([header, cell]) => [header.toLowerCase(), cell]));
  const headers = form.table.header.cells.map((cell) => cell.text.toLowerCase());
  return insertRow(
    reading.tree.text,
    form.table,
    after,
    headers.map((header) => byHeader.get(header) ?? ''),
  );
}
