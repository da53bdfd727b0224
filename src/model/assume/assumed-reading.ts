import type { Span } from '../../base/span.ts';
import { parseDocument } from '../../syntax/parse.ts';
import { relocate } from '../../syntax/relocate.ts';
import { Reading } from '../reading/reading.ts';

/** Reads what the product assumes, written as the document would write it. Everything in it points to `span`. */
export const assumedReading = (within: Reading, markdown: string, span: Span): Reading =>
  new Reading(relocate(parseDocument(markdown), span), true, within);
