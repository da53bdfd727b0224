import type { Heading } from '../../syntax/tree.ts';
import { Phrase } from './phrase.ts';
import type { Reading } from './reading.ts';
import type { Form } from './tables.ts';

/**
 * A heading's words as a phrase: without its marks; a code span or emphasis around the whole is
 * typographic.
 */
export function headingPhrase({ text, content: { from, to } }: Heading): Phrase {
  // One that is assumed is in a place that may be shorter than its words.
  const last = Math.max(from, to - 1);
  return Phrase.of({ text, at: (offset) => (offset === text.length ? to : Math.min(from + offset, last)) }).plain();
}

/**
 * The heading that a table belongs to: the nearest above it that has the form asked for; else the
 * nearest; null where there is none.
 */
export function headingOf(form: Form, fits: (words: string) => boolean): Phrase | null {
  const phrases = form.headings.map(headingPhrase);
  return phrases.find((phrase) => fits(phrase.text)) ?? phrases[0] ?? null;
}

/** A table that needs its own heading and has none. */
export function noteHomeless(reading: Reading, form: Form, section: number, wanted: string): void {
  const [first] = form.table.header.cells;
  const message = `This table belongs to nothing: put it under a heading “### ${wanted}”.`;
  reading.notes.misread(section, first?.span ?? form.table.span, 'misplaced', message);
}
