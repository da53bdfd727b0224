import type { Span } from '../base/span.ts';
import type { Shown } from '../model/ast/errors.ts';
import type { PermissionKey } from './access/permission-key.ts';

/**
 * The content of a built-in message, so that other languages can express it. `data` are words of
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
  /** `field`; `must`: the kind of value, as in the Type column, or empty. */
  | 'unfit'
  /** `fields`. */
  | 'taken'
  /** `entity` and `field` of the record that refers. */
  | 'referred'
  /** `rule`. */
  | 'rule'
  /** `field`, `entity`. */
  | 'no-field'
  /** `field`: a form that does not ask for it now. */
  | 'not-asked'
  /** `from`, `to`: states that no transition leads from and to. */
  | 'no-way'
  | 'mistake-in-document'
  | 'no-accounts'
  | 'sign-in'
  | 'password-required'
  | 'wrong-password'
  | 'code-required'
  | 'wrong-code'
  | 'link-expired'
  | 'confirm-email'
  /** `most`, `rows`: of a file that is to be read. */
  | 'too-many-rows'
  /** `count`: how many mistakes are not listed. */
  | 'more-mistakes'
  | 'failed'
  | 'storage-full'
  /** `why`: what the browser, or what keeps the data in it, said. */
  | 'not-saved'
  /** Whether it was saved is not known: the answer was lost. */
  | 'outcome-unknown'
  /** The database, or the server, does not answer; nothing was saved. */
  | 'unavailable';

/** A built-in message: its content, and the same in English. */
export interface SaidOwn extends OwnMessage {
  readonly message: string;
}

/** Why something was refused: an error of section 8, and the row of the document that refused. */
export interface Refusal {
  /** The name in the catalogue: NO_ANSWER. */
  readonly error: string;
  readonly status: number;
  /** Filled in. */
  readonly message: string;
  /** When the message is the product's own, and not the document's. */
  readonly own?: OwnMessage | undefined;
  /**
   * In the document's other languages, by tag: its message where it has one there, or `own` with
   * the document's words in that language and the English message with them. Only where the
   * document has several languages.
   */
  readonly in?: Readonly<Record<string, { readonly message?: string; readonly own?: SaidOwn }>>;
  /** The field it concerns, or null. */
  readonly field: string | null;
  /**
   * Of a line that was given in a list (`lines` of an invoice): the list, and the line's place in
   * it from 0, or null where the line was to be deleted. `field` is then the line's.
   */
  readonly line?: { readonly list: string; readonly index: number | null };
  readonly shown: { readonly kind: Shown['kind']; readonly field: string | null };
  /**
   * The row that refused, or null if none did (if no row grants it: the table, if there is one).
   */
  readonly at: Span | null;
  /**
   * Why, in the notation's words: `the guard of resolve does not hold`; `section 6 grants Ticket:
   * delete to manager only`.
   */
  readonly because: string;
  /** The product’s own error in whose place a column Else names this one. */
  readonly instead?: 'FORBIDDEN';
  /**
   * Values for {entity}, {value} and {limit} in a message: the entity's name; numbers and booleans
   * as they are, others as text.
   */
  readonly entity?: string;
  readonly value?: string | number | boolean | null;
  readonly limit?: string;
  /** What was to be done, where sections 4 and 6 say who may. */
  readonly permission?: PermissionKey;
  /** Seconds until it is worth another try, where time is what is lacking. */
  readonly wait?: number;
  /**
   * The request succeeds if the person also gives this: their current password, as
   * `currentPassword`, or the `code` of their second factor; or once they opened a link that is
   * mailed to their address.
   */
  readonly asks?: 'current-password' | 'code' | 'confirmed-email';
}

export type Outcome<T = unknown> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusals: readonly Refusal[] };
