import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/** The channels in which people read a message. */
export const messageWays = ['app', 'mail'] as const;
export type MessageWay = (typeof messageWays)[number];

/** A row of the table Message | To | By | Subject | Text. */
export interface Message {
  readonly name: Name;
  readonly span: Span;
  /**
   * The entity whose records it is about, taken from the first event that sends it. Null: no event
   * sends it.
   */
  readonly about: string | null;
  /** The recipient, or a list of recipients; null: each `tell` names them. */
  readonly to: Expression | null;
  readonly by: readonly MessageWay[];
  readonly subject: readonly TextPart[];
  /** Markdown. */
  readonly text: readonly TextPart[];
}

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `{item.name}`, `{DUE_DAYS}`: evaluated for the record. */
  | { readonly kind: 'value'; readonly expression: Expression };

/** The text as the document writes it: `{item} is yours`. */
export const writtenText = (parts: readonly TextPart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : `{${part.expression.source}}`)).join('');
