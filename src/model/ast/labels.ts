import type { Span } from '../../base/span.ts';
import type { Colour } from '../vocabulary.ts';

/** What users read: for one, and for several where the label gives both (`ticket / tickets`). */
export interface Caption {
  readonly one: string;
  readonly many: string | null;
}

/** A row of the table `Word | de | id`. */
export interface Word {
  /** `Ticket.status.open`, as it is written; of a quoted text, the text. */
  readonly name: string;
  readonly quoted: boolean;
  readonly span: Span;
  /** By language. */
  readonly captions: ReadonlyMap<string, Caption>;
}

/** The kinds of names that users read. A state and a value of an enum are both a `value`. */
export type Labelled = 'entity' | 'field' | 'value' | 'event' | 'screen' | 'role' | 'message';

/** The document's words for people: plain data, so that it travels to the page. */
export interface LabelFacts {
  /** The columns Label and the lines `Label: …`, by `labelKey`. */
  readonly own: ReadonlyMap<string, Caption>;
  /** The column Colour, by `labelKey`. */
  readonly colours: ReadonlyMap<string, Colour>;
  /**
   * By language, what the tables Word say: names as they are written there, texts in quotes
   * (`quotedKey`).
   */
  readonly words: ReadonlyMap<string, ReadonlyMap<string, Caption>>;
}

/** `field Ticket.subject`, `value Ticket.status.open`, `screen My tickets`. */
export const labelKey = (kind: Labelled, ...path: readonly string[]): string => `${kind} ${path.join('.')}`;

/** A quoted text of the document among the words of a language. */
export const quotedKey = (text: string): string => `"${text}"`;
