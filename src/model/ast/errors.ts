import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/**
 * A row of the table Error | Status | Message | Shown. The product's own errors are in the model's
 * `errorOf` without a row.
 */
export interface ErrorEntry {
  readonly name: Name;
  readonly span: Span;
  readonly status: number;
  readonly message: readonly MessagePart[];
  readonly shown: Shown;
  /** What `field` is in the error body where the error concerns none; null: `body`. */
  readonly key: string | Expression | null;
}

export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `{DAILY_LIMIT}`, a field, or field, entity, value, limit. */
  | { readonly kind: 'slot'; readonly name: string; readonly span: Span };

export type Shown = { readonly kind: 'at'; readonly field: Name } | { readonly kind: 'toast' | 'dialog' | 'page' | 'banner' };
