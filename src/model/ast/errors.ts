import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/**
 * A row of the table Error | Status | Message | Shown. `errorOf` also returns the product's own
 * errors, which need no row.
 */
export interface ErrorEntry {
  readonly name: Name;
  readonly span: Span;
  readonly status: number;
  readonly message: readonly MessagePart[];
  readonly shown: Shown;
  /** The value of `field` in the error body when the error concerns no field; null: `body`. */
  readonly key: string | Expression | null;
}

export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `{DAILY_LIMIT}`, a field's name, or one of `field`, `entity`, `value` and `limit`. */
  | { readonly kind: 'slot'; readonly name: string; readonly span: Span };

export type Shown = { readonly kind: 'at'; readonly field: Name } | { readonly kind: 'toast' | 'dialog' | 'page' | 'banner' };
