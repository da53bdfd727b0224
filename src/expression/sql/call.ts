import type { BinaryOperator } from '../node.ts';
import type { Representation } from './represent.ts';

/** How an argument or a result is in SQL: by itself, or as a JSON list. */
export type Kept = Representation | { readonly list: Representation };

/** One function or operator of the evaluator, used inside SQL so that it means the same there. */
export type RegisteredCall = { readonly args: readonly Kept[]; readonly result: Kept } & (
  | { readonly kind: 'call'; readonly name: string /** Is the first argument the part before the dot? */; readonly target: boolean }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator }
  | { readonly kind: 'unary'; readonly operator: '-' }
);

/**
 * A call as a database is given it. `pattern`: the regular expression, where the document says it:
 * it is read once.
 */
export type DescribedCall = RegisteredCall & CallContext & { readonly pattern?: string };

/** What a function may look at besides its arguments. */
export interface CallContext {
  readonly currency: string;
  readonly timeZone: string;
}
