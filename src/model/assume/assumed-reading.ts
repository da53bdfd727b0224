import type { Span } from '../../base/span.ts';
import { parseDocument } from '../../syntax/parse.ts';
import { relocate } from '../../syntax/relocate.ts';
import { Reading } from '../reading/reading.ts';

/**
 * Reads what the product assumes, written as the document would write it. Everything in it points
 * to `span`.
 */
export const assumedReading = (within: Reading, markdown: string, span: Span): Reading =>
  new Reading(relocate(parseDocument(markdown), span), true, within);

/**
 * What is read of such text; it is known from the version before where the same is assumed. `what`
 * says what it is read as.
 */
export function readAssumed<Value>(within: Reading, what: string, markdown: string, span: Span, read: (reading: Reading) => Value): Value {
  // A name's place there is one character, also where nothing is.
  const place = { from: span.from, to: Math.max(span.to, span.from + 1) };
  const kind = `assumed ${what} ${span.to - span.from}`;
  return within.unit(kind, { source: markdown, span: place }, () => read(assumedReading(within, markdown, span)));
}
