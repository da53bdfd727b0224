import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/** A row of the table Role | Is | Of | Includes. */
export interface Role {
  readonly name: Name;
  readonly span: Span;
  /**
   * The entity whose records it belongs to: people have it for some of them. Null: they have it
   * everywhere.
   */
  readonly of: Name | null;
  /** Null: a hole, or `byLink`; the role alone is never given. */
  readonly is: Expression | null;
  /** `link`: everyone who opens an address with the record's secret has it for that record. */
  readonly byLink: boolean;
  readonly includes: readonly Name[];
  readonly description: string;
}

/** The table Account. */
export interface Account {
  readonly span: Span;
  readonly entity: Name;
  /** The fields that are requested: `email`, `password`. */
  readonly signInWith: readonly Name[];
  /** `OpenID` is among them: a provider that `serve` is told says who it is. */
  readonly openId: boolean;
  readonly signUp: boolean;
  /** `yes, as customer`. */
  readonly signUpAs: Name | null;
  /** People may turn on a second proof beside their password. */
  readonly secondFactor: boolean;
  /** An account begins, and an address counts, once its owner opened the link mailed to it. */
  readonly confirmEmail: boolean;
  /** A mailed link lets people set a new password. */
  readonly resetPassword: boolean;
  /** The roles whose people may invite others by mail. */
  readonly invite: readonly Name[];
  /** The roles whose people see the mails, calls and timers that wait or failed. */
  readonly operators: readonly Name[];
  readonly session: Expression | null;
  /** The entity of organisations: people work in those in which they have a role. */
  readonly worksIn: Name | null;
  /** The header and scheme that carry the token: `Authorization`, `Bearer`. */
  readonly token: { readonly header: string; readonly scheme: string };
  /** The error where a role is needed and the person is signed out; null: UNAUTHORIZED. */
  readonly missingToken: Name | null;
  /** The error for a token of no session; null: UNAUTHORIZED; `nobody`: as if none was sent. */
  readonly unknownToken: Name | 'nobody' | null;
}

/** One row of the Permission table. */
export interface Permission {
  readonly span: Span;
  /** The first cell as written. */
  readonly title: string;
  readonly entity: Name;
  /** Empty: the entity's row. */
  readonly fields: readonly Name[];
  /** create, read, update, delete, add, remove, or an event's name. */
  readonly operations: readonly Name[];
  /** `through shift.org`: relations to the record that roles of a record belong to. */
  readonly through: readonly Name[] | null;
  /** The column Else: raised instead of FORBIDDEN; null: FORBIDDEN. */
  readonly error: Name | null;
  /** By role; a role without an entry has an empty cell. */
  readonly cells: ReadonlyMap<string, PermissionCell>;
}

export interface PermissionCell {
  readonly span: Span;
  readonly grant:
    | { readonly kind: 'yes' }
    | { readonly kind: 'no' }
    | { readonly kind: 'when'; readonly expression: Expression }
    /** Not shown: not granted by this cell, and listed as a hole. */
    | { readonly kind: 'hole' };
}
