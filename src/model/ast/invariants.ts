import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/**
 * A row of section 5 whose “Must hold” is `always …`, `never …` or `… leads to …`. The product does
 * not enforce it; the explorer searches for a way to break it.
 */
export interface Invariant {
  readonly name: Name;
  readonly span: Span;
  /** The entity whose records must each satisfy it; null: a statement about all records. */
  readonly entity: Name | null;
  readonly must:
    | { readonly kind: 'always' | 'never'; readonly expression: Expression }
    | { readonly kind: 'leads-to'; readonly from: Expression; readonly to: Expression };
}

/** The expressions of an invariant. */
export const expressionsOf = ({ must }: Invariant): readonly Expression[] =>
  must.kind === 'leads-to' ? [must.from, must.to] : [must.expression];
