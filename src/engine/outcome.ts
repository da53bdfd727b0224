import type { Span } from '../base/span.ts';
import type { Shown } from '../model/ast/errors.ts';
import type { PermissionKey } from './access/permission-key.ts';

/**
 * The content of a built-in message, from which other languages build theirs. `data` has names from
 * the document.
 */
export interface OwnMessage {
  readonly code: OwnCode;
  readonly data: Readonly<Record<string, string>>;
}

export type OwnCode =
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  /** `entity`. */
  | 'NOT_FOUND'
  | 'CONFLICT'
  /** `field`. */
  | 'INVALID'
  /** `seconds`: how long to wait. */
  | 'TOO_MANY_ATTEMPTS'
  | 'TOO_EXPENSIVE'
  /** `field`. */
  | 'required'
  /** `field`; `must`: the expected kind of value, as in the Type column, or empty. */
  | 'unfit'
  /** `fields`. */
  | 'taken'
  /** `entity` and `field` of the record that refers. */
  | 'referred'
  /** `rule`. */
  | 'rule'
  /** `field`, `entity`. */
  | 'no-field'
  /** `field`: the form does not ask for it now. */
  | 'not-asked'
  /** `from`, `to`: states without a transition between them. */
  | 'no-way'
  | 'mistake-in-document'
  | 'no-accounts'
  | 'sign-in'
  | 'password-required'
  | 'wrong-password'
  | 'other-password'
  | 'code-required'
  | 'wrong-code'
  | 'link-expired'
  | 'confirm-email'
  /** `most`, `rows`: of an imported file. */
  | 'too-many-rows'
  /** `count`: how many mistakes the list leaves out. */
  | 'more-mistakes'
  | 'failed'
  | 'storage-full'
  /** `why`: the reason given by the browser or by the storage. */
  | 'not-saved'
  /** The answer was lost, so it is unknown whether the data was saved. */
  | 'outcome-unknown'
  /** The database or the server does not answer; nothing was saved. */
  | 'unavailable';

/** A built-in message: its content, and its English text. */
export interface BuiltInMessage extends OwnMessage {
  readonly message: string;
}

/** Why something was refused: an error of section 8, and the row of the document that caused it. */
export interface Refusal {
  /** The error's name in section 8: NO_ANSWER. */
  readonly error: string;
  readonly status: number;
  /** The message, with its placeholders filled in. */
  readonly message: string;
  /** Set if the message is built in rather than from the document. */
  readonly own?: OwnMessage | undefined;
  /**
   * The message in the document's other languages, by tag: the document's translation, or `own`
   * with names in that language and its English message. Absent if the document has one language.
   */
  readonly in?: Readonly<Record<string, { readonly message?: string; readonly own?: BuiltInMessage }>>;
  /** The field it concerns, or null. */
  readonly field: string | null;
  /**
   * Set if a line in a submitted list (`lines` of an invoice) was refused: the list, and the line's
   * index from 0, or null if the line was to be deleted. `field` is then a field of the line.
   */
  readonly line?: { readonly list: string; readonly index: number | null };
  readonly shown: { readonly kind: Shown['kind']; readonly field: string | null };
  /** The row that refused; null if none did. If no row grants the operation: the table, if any. */
  readonly at: Span | null;
  /**
   * The reason, in terms of the notation: `the guard of resolve is false`; `section 6 grants
   * Ticket: delete to manager only`.
   */
  readonly because: string;
  /** The built-in error that this one replaces, if a column Else named it. */
  readonly instead?: 'FORBIDDEN';
  /**
   * Values for {entity}, {value} and {limit} in a message: the entity's name; numbers and booleans
   * unchanged, other values as text.
   */
  readonly entity?: string;
  readonly value?: string | number | boolean | null;
  readonly limit?: string;
  /** The operation that was refused, if sections 4 and 6 say who may do it. */
  readonly permission?: PermissionKey;
  /** Seconds after which a retry can succeed, if waiting helps. */
  readonly wait?: number;
  /**
   * What would make the request succeed: the person's current password, as `currentPassword`; the
   * `code` of their second factor; or opening a link that is mailed to their address.
   */
  readonly asks?: 'current-password' | 'code' | 'confirmed-email';
}

export type Outcome<T = unknown> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusals: readonly Refusal[] };
