import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/** Where people read a message. */
export const messageWays = ['app', 'mail'] as const;
export type MessageWay = (typeof messageWays)[number];

/** A row of the table Message | To | By | Subject | Text. */
export interface Message {
  readonly name: Name;
  readonly span: Span;
  /**
   * The entity whose records it is about: the one whose event tells it first. Null: no event tells
   * it.
   */
  readonly about: string | null;
  /** A person, or a list of people; null: each `tell` says to whom. */
  readonly to: Expression | null;
  readonly by: readonly MessageWay[];
  readonly subject: readonly TextPart[];
  /** Markdown. */
  readonly text: readonly TextPart[];
}

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `{item.name}`, `{DUE_DAYS}`: about the record. */
  | { readonly kind: 'value'; readonly expression: Expression };

/** As the document has it: `{item} is yours`. */
export const writtenText = (parts: readonly TextPart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : `{${part.expression.source}}`)).join('');
