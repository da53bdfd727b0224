import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/**
 * A row of section 5 whose “Must hold” is `always …`, `never …` or `… leads to …`. The product does
 * not check it: the explorer finds out whether it can be broken.
 */
export interface Invariant {
  readonly name: Name;
  readonly span: Span;
  /** It holds for each record of this entity; null: it speaks of all records. */
  readonly entity: Name | null;
  readonly must:
    | { readonly kind: 'always' | 'never'; readonly expression: Expression }
    | { readonly kind: 'leads-to'; readonly from: Expression; readonly to: Expression };
}

/** The expressions of an invariant. */
export const expressionsOf = ({ must }: Invariant): readonly Expression[] =>
  must.kind === 'leads-to' ? [must.from, must.to] : [must.expression];
