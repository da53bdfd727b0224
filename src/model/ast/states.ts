import type { Span } from '../../base/span.ts';
import type { Action } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Name } from './common.ts';

/** `### Ticket.status` and its table. */
export interface Machine {
  readonly entity: string;
  readonly field: string;
  readonly span: Span;
  /** The heading's content. */
  readonly heading: Span;
  /** In order of first mention (start first). */
  readonly states: readonly State[];
  /**
   * The state of a new record; null when the start row is missing (then the first state mentioned
   * is assumed).
   */
  readonly start: Name | null;
  /** The To of every row with an empty From: more than one is a mistake, and the first counts. */
  readonly starts: readonly Name[];
  readonly transitions: readonly Transition[];
}

export interface State {
  readonly name: string;
  /** The first mention. */
  readonly span: Span;
  /** Called final in a description. */
  readonly final: boolean;
  /** Its row in the table `State | Label | Colour`; null where it has none. */
  readonly row: Span | null;
}

export interface Transition {
  readonly span: Span;
  /** The place in the table, from 0: the order in which they are tried. */
  readonly order: number;
  /** Empty with `any`: from every state. */
  readonly from: readonly Name[];
  readonly any: boolean;
  readonly trigger: Trigger;
  /** Null: stays in the state. */
  readonly to: Name | null;
  /** Empty: everyone whom section 6 allows. */
  readonly roles: readonly Name[];
  readonly guard: Expression | null;
  /** A guard that is a hole: not enforced. */
  readonly guardHole: boolean;
  /** What a false guard raises; null: CONFLICT. */
  readonly error: Name | null;
  readonly effect: Action | null;
  readonly description: string;
}

export type Trigger =
  | { readonly kind: 'event'; readonly name: Name; readonly parameters: readonly Parameter[] }
  | { readonly kind: 'delete'; readonly name: Name }
  | { readonly kind: 'after'; readonly duration: Expression; readonly span: Span }
  | { readonly kind: 'at'; readonly moment: Expression; readonly span: Span }
  | { readonly kind: 'unknown'; readonly text: string; readonly span: Span };

export interface Parameter {
  readonly name: Name;
  /** The field that it sets, or null for `name: type`. */
  readonly field: string | null;
  readonly type: Type;
  /** The words after the colon, as a field type would be written; null for a field. */
  readonly written: string | null;
  /** Of `name: text(200)`, in code points. */
  readonly maxLength?: number;
  /** ``User where `…` ``: which records may be given; null: any, or what its field says. */
  readonly choices: Expression | null;
  readonly required: boolean;
}
