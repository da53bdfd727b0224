import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/** A row of the table Role | Is | Of | Includes. */
export interface Role {
  readonly name: Name;
  readonly span: Span;
  /**
   * The entity whose records the role belongs to: people have it for some of them. Null: they have
   * it everywhere.
   */
  readonly of: Name | null;
  /** Null: a hole, or `byLink`; this role then matches no person by itself. */
  readonly is: Expression | null;
  /** `link`: anyone opening a URL with the record's secret has the role for that record. */
  readonly byLink: boolean;
  readonly includes: readonly Name[];
  readonly description: string;
}

/** The table Account. */
export interface Account {
  readonly span: Span;
  readonly entity: Name;
  /** The fields that sign-in requires: `email`, `password`. */
  readonly signInWith: readonly Name[];
  /** `OpenID` is among them: the provider configured for `serve` identifies the person. */
  readonly openId: boolean;
  readonly signUp: boolean;
  /** `yes, as customer`. */
  readonly signUpAs: Name | null;
  /** People may turn on a second factor beside their password. */
  readonly secondFactor: boolean;
  /**
   * An account becomes usable, and a new address takes effect, once its owner opens the mailed
   * link.
   */
  readonly confirmEmail: boolean;
  /** A mailed link lets people set a new password. */
  readonly resetPassword: boolean;
  /** The roles whose people may invite others by mail. */
  readonly invite: readonly Name[];
  /** The roles whose people see mails, calls and timers that are pending or failed. */
  readonly operators: readonly Name[];
  readonly session: Expression | null;
  /** The entity of organisations: people work in those where they have a role. */
  readonly worksIn: Name | null;
  /** The header and scheme that carry the token: `Authorization`, `Bearer`. */
  readonly token: { readonly header: string; readonly scheme: string };
  /** The error for a signed-out person where a role is required; null: UNAUTHORIZED. */
  readonly missingToken: Name | null;
  /**
   * The error for a token without a session; null: UNAUTHORIZED; `nobody`: as if no token was sent.
   */
  readonly unknownToken: Name | 'nobody' | null;
}

/** One row of the Permission table. */
export interface Permission {
  readonly span: Span;
  /** The first cell as written. */
  readonly title: string;
  readonly entity: Name;
  /** Empty: the row is about the entity itself. */
  readonly fields: readonly Name[];
  /** create, read, update, delete, add, remove, or an event's name. */
  readonly operations: readonly Name[];
  /** `through shift.org`: the relations to the record that the role belongs to. */
  readonly through: readonly Name[] | null;
  /** The column Else: the error raised instead of FORBIDDEN; null: FORBIDDEN. */
  readonly error: Name | null;
  /** By role. A role without an entry has an empty cell. */
  readonly cells: ReadonlyMap<string, PermissionCell>;
}

export interface PermissionCell {
  readonly span: Span;
  readonly grant:
    | { readonly kind: 'yes' }
    | { readonly kind: 'no' }
    | { readonly kind: 'when'; readonly expression: Expression }
    /** Not shown: the cell grants nothing and is listed as a hole. */
    | { readonly kind: 'hole' };
}
