import type { Span } from '../../base/span.ts';
import type { Action } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Name } from './common.ts';
import type { Signature } from './services.ts';

/** A row of the table Call | Takes | Does | Returns | Errors | Roles. */
export interface Call {
  readonly span: Span;
  readonly name: Name;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/tickets/:number`. */
  readonly path: string;
  readonly parameters: readonly Name[];
  readonly query: readonly { readonly name: Name; readonly default: string | null }[];
  readonly takes: TakesPattern | null;
  readonly does: Action | null;
  readonly returns: { readonly status: number; readonly body: Expression | null; readonly span: Span } | null;
  /**
   * How a calling service proves its identity; the call then runs with the product's authority.
   * Null: called by people.
   */
  readonly signed: Signature | null;
  readonly errors: readonly Name[];
  readonly roles: readonly Name[];
  /**
   * Types of the names from the route, the query and Takes, inferred from what they are compared
   * with or assigned to; text by default.
   */
  readonly types: ReadonlyMap<string, Type>;
}

/** `{article: {title, body?}}`, `{client, lines: [{text, price}]}`. */
export interface TakesPattern {
  readonly span: Span;
  readonly entries: readonly TakesEntry[];
  /** `...`: other keys are ignored. */
  readonly open: boolean;
}

export interface TakesEntry {
  readonly key: Name;
  readonly optional: boolean;
  /** Null: the key is bound as a variable. */
  readonly inside: TakesPattern | null;
  /** `lines: [{text, price}]`: the keys of each entry in the list; null: no list. */
  readonly each: TakesPattern | null;
}

/** `### TicketView of Ticket` and its table Key | Value. */
export interface View {
  readonly name: Name;
  readonly entity: Name;
  readonly span: Span;
  readonly entries: readonly ViewEntry[];
}

export interface ViewEntry {
  readonly key: Name;
  readonly span: Span;
  /** Null: the field with that name. */
  readonly value: Expression | null;
}
