import type { Heading } from '../../syntax/tree.ts';
import { Phrase } from './phrase.ts';
import type { Reading } from './reading.ts';
import type { Form } from './tables.ts';

/**
 * A heading's text as a phrase, without Markdown markers or a code span or emphasis around the
 * whole.
 */
export function headingPhrase({ text, content: { from, to } }: Heading): Phrase {
  // An assumed heading's span may be shorter than its text.
  const last = Math.max(from, to - 1);
  return Phrase.of({ text, at: (offset) => (offset === text.length ? to : Math.min(from + offset, last)) }).plain();
}

/**
 * The heading that a table belongs to: the nearest one above it that fits, or else the nearest one;
 * null if there is none.
 */
export function headingOf(form: Form, fits: (words: string) => boolean): Phrase | null {
  const phrases = form.headings.map(headingPhrase);
  return phrases.find((phrase) => fits(phrase.text)) ?? phrases[0] ?? null;
}

/** Reports a table that needs its own heading but has none. */
export function noteMissingHeading(reading: Reading, form: Form, section: number, wanted: string): void {
  const [first] = form.table.header.cells;
  const message = `This table needs a heading “### ${wanted}” above it.`;
  reading.notes.misread(section, first?.span ?? form.table.span, 'misplaced', message);
}
