import type { Span } from '../../base/span.ts';
import { parseDocument } from '../../syntax/parse.ts';
import { relocate } from '../../syntax/relocate.ts';
import { Reading } from '../reading/reading.ts';

/**
 * Reads assumed Markdown, written as the document would write it. Every place in it points to
 * `span`.
 */
export const assumedReading = (within: Reading, markdown: string, span: Span): Reading =>
  new Reading(relocate(parseDocument(markdown), span), true, within);

/**
 * Reads assumed Markdown with `read`, or reuses the previous version's result if `span`, `what` and
 * `markdown` are unchanged. `what` names the kind of result in the cache key.
 */
export function readAssumed<Value>(within: Reading, what: string, markdown: string, span: Span, read: (reading: Reading) => Value): Value {
  // An assumed name spans at least one character, even where the text has none.
  const place = { from: span.from, to: Math.max(span.to, span.from + 1) };
  const kind = `assumed ${what} ${span.to - span.from}`;
  return within.unit(kind, { source: markdown, span: place }, () => read(assumedReading(within, markdown, span)));
}
