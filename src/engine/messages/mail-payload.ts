import type { Json } from '../record-data.ts';

/** What a job of the kind `mail` holds: a message of section 8, or a link of the product's own. */
export type MailPayload = ToldMail | LinkMail;

export interface ToldMail {
  readonly to: string;
  /** The message of section 8. */
  readonly message: string;
  readonly account: string;
  readonly subject: string;
  /** Markdown. */
  readonly text: string;
  /** The record that it leads to. */
  readonly about: { readonly entity: string; readonly id: string };
}

/** What it says is found out when it is sent: only then is the link made. */
export interface LinkMail {
  readonly to: string;
  readonly link: LinkOrder;
}

/** What a message says, and the record that it leads to. */
export type Told = Pick<ToldMail, 'message' | 'subject' | 'text' | 'about'>;

export type LinkPurpose = 'reset' | 'confirm' | 'sign-up' | 'invite';

/** A link that is to be mailed. */
export interface LinkOrder {
  readonly purpose: LinkPurpose;
  readonly address: string;
  /** Of who asks for it, a BCP 47 tag. */
  readonly language?: string | undefined;
  /** Of a sign-up: what was given except for the password, and the hash of that. */
  readonly values?: Readonly<Record<string, Json>>;
  readonly password?: string;
  /** Of an invitation: the role, and the account of who invites. */
  readonly role?: string;
  readonly by?: string;
  /** Of an invitation by a message of section 8, to an address that may be of no account. */
  readonly told?: Told;
}
