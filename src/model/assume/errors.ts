import { tableText } from '../../syntax/edit-table.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { Name } from '../ast/common.ts';
import type { ErrorEntry } from '../ast/errors.ts';
import { readErrors } from '../readers/errors.ts';
import { isConstantName, isFilled, toSentenceCase } from '../reading/cell-forms.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import { assumedReading } from './assumed-reading.ts';
import { writeSection } from './writing.ts';

const section = 8;
const header = ['Error', 'Status', 'Message', 'Shown'];

/**
 * First pass: without a table of errors, declares every error that other sections name, so that it
 * can be raised.
 */
export function assumeErrors(reading: Reading): ErrorEntry[] {
  if (reading.forms.error.length > 0) return [];
  const found = new Map<string, { readonly name: Name; readonly status: number }>();
  const take = (name: Name, status: number): void => {
    if (isConstantName(name.text) && !reading.names.has('error', name.text) && !found.has(name.text))
      found.set(name.text, { name, status });
  };
  const add = (cell: Cell | null, status: number, pattern?: RegExp): void => {
    if (!isFilled(cell)) return;
    const phrase = Phrase.of(cell);
    const begin = pattern?.exec(phrase.text);
    if (pattern !== undefined && !begin) return;
    for (const name of phrase.slice(begin?.[0].length ?? 0).names()) take(name, status);
  };
  /** Adds the errors raised by `check … else NAME` in an action. */
  const addRaised = (cell: Cell | null, status: number): void => {
    if (cell === null) return;
    const phrase = Phrase.of(cell);
    for (const raised of phrase.text.matchAll(/\belse\s+([A-Z][A-Z0-9_]*)/g)) {
      const to = raised.index + raised[0].length;
      for (const name of phrase.slice(to - (raised[1] ?? '').length, to).names()) take(name, status);
    }
  };
  const { forms } = reading;
  for (const form of forms.rule) for (const row of form.rows) add(row.cell('Error'), 422);
  for (const form of forms.transition) for (const row of form.rows) add(row.cell('Error'), 409);
  for (const form of forms.call) for (const row of form.rows) add(row.cell('Errors'), 422);
  for (const form of forms.transition) for (const row of form.rows) addRaised(row.cell('Effect'), 409);
  for (const form of forms.call) for (const row of form.rows) addRaised(row.cell('Does'), 422);
  for (const form of forms.scenario) for (const row of form.rows) add(row.cell('Expect'), 422, /^refused\s+/i);
  if (found.size === 0) return [];
  for (const name of found.keys()) {
    reading.names.add('error', name);
    reading.declarations.errors.add(name);
  }
  const rows = [...found.values()].map(({ name, status }) => [
    name.text,
    String(status),
    `${toSentenceCase(name.text.toLowerCase())}.`,
    'toast',
  ]);
  const node = reading.tree.sections.find((one) => one.number === section);
  const end = { from: reading.tree.text.length, to: reading.tree.text.length };
  const text = `Section 8 lists no errors: ${[...found.keys()].join(', ')} are answered with 422 or 409, and say their names.`;
  reading.notes.assume(section, node?.heading.span ?? end, text, {
    title: 'Write these errors',
    edits: () => writeSection(reading, section, tableText(header, rows)),
  });
  return [...found.values()].flatMap(({ name }, index) =>
    readErrors(assumedReading(reading, `## 8. Errors\n\n${tableText(header, [rows[index] as string[]])}\n`, name.span)),
  );
}
