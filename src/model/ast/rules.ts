import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/** A row of the table Rule | On | Must hold | Error. */
export interface Rule {
  readonly name: Name;
  readonly span: Span;
  readonly entity: Name;
  /** The field if `On` is `Entity.field`: the error is shown there. */
  readonly field: Name | null;
  /**
   * The operations that trigger the check. Empty: creation, and every change to a field that the
   * rule reads, but not deletion.
   */
  readonly on: readonly { readonly operation: 'create' | 'update' | 'delete' | 'event'; readonly name: Name }[];
  readonly must: Must;
  /** Null: INVALID. */
  readonly error: Name | null;
}

export type Must =
  | { readonly kind: 'holds'; readonly expression: Expression }
  | { readonly kind: 'unique'; readonly fields: readonly Name[]; readonly where: Expression | null; readonly span: Span }
  | {
      readonly kind: 'no-overlap';
      readonly start: Name;
      readonly end: Name;
      readonly per: readonly Name[];
      readonly where: Expression | null;
      readonly span: Span;
    }
  /** A hole or an unreadable cell: not enforced. */
  | { readonly kind: 'unknown'; readonly text: string; readonly span: Span };
