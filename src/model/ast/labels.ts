import type { Span } from '../../base/span.ts';
import type { Colour } from '../vocabulary.ts';

/**
 * A label that users read: the singular, and the plural if the document gives both (`ticket /
 * tickets`).
 */
export interface Caption {
  readonly one: string;
  readonly many: string | null;
}

/** A row of the table `Word | de | id`. */
export interface Word {
  /** `Ticket.status.open` as written; for a quoted text, the text without its quotes. */
  readonly name: string;
  readonly quoted: boolean;
  readonly span: Span;
  /** By language. */
  readonly captions: ReadonlyMap<string, Caption>;
}

/** The kinds of names that users read. States and enum values are both `value`. */
export type Labelled = 'entity' | 'field' | 'value' | 'event' | 'screen' | 'role' | 'message';

/** The document's labels as plain data, so that they can be sent to the page. */
export interface LabelFacts {
  /** From the columns Label and the lines `Label: …`, by `labelKey`. */
  readonly own: ReadonlyMap<string, Caption>;
  /** By entity, the plurals that the document does not give, in a document in English. */
  readonly plurals: ReadonlyMap<string, string>;
  /** From the column Colour, by `labelKey`. */
  readonly colours: ReadonlyMap<string, Colour>;
  /** From the tables Word, by language: names as written there, texts in quotes (`quotedKey`). */
  readonly words: ReadonlyMap<string, ReadonlyMap<string, Caption>>;
}

/** `field Ticket.subject`, `value Ticket.status.open`, `screen My tickets`. */
export const labelKey = (kind: Labelled, ...path: readonly string[]): string => `${kind} ${path.join('.')}`;

/** The key of a quoted text of the document in a language's table of words. */
export const quotedKey = (text: string): string => `"${text}"`;
