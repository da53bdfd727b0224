import type { Span } from '../../base/span.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Name } from './common.ts';

/** A row of the table Constant | Value | Unit. */
export interface Constant {
  readonly name: Name;
  readonly span: Span;
  /**
   * With its unit applied: 7 days is a Duration, 21 % is 0.21, 5 EUR is Money. Undefined for a
   * hole.
   */
  readonly value: Value | undefined;
  readonly valueSpan: Span;
  readonly type: Type;
  readonly unit: string | null;
  readonly description: string;
}
