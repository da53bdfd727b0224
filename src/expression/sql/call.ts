import type { BinaryOperator } from '../node.ts';
import type { Representation } from './represent.ts';

/** The SQL form of an argument or result: a single value, or a JSON list. */
export type Kept = Representation | { readonly list: Representation };

/** A function or operator of the evaluator that SQL calls, so that both give the same result. */
export type RegisteredCall = { readonly args: readonly Kept[]; readonly result: Kept } & (
  | { readonly kind: 'call'; readonly name: string /** Whether the first argument precedes the dot. */; readonly target: boolean }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator }
  | { readonly kind: 'unary'; readonly operator: '-' }
);

/**
 * A call as passed to the database. `pattern`: a regular expression that is literal in the
 * document, so that it is compiled once.
 */
export type DescribedCall = RegisteredCall & CallContext & { readonly pattern?: string };

/** Context that a function may use besides its arguments. */
export interface CallContext {
  readonly currency: string;
  readonly timeZone: string;
}
