import type { Json } from '../record-data.ts';

/**
 * The payload of a job of the kind `mail`: a message of section 8, or a built-in mail with a link.
 */
export type MailPayload = MessageMail | LinkMail;

export interface MessageMail {
  readonly to: string;
  /** The name of the message in section 8. */
  readonly message: string;
  readonly account: string;
  readonly subject: string;
  /** Markdown. */
  readonly text: string;
  /** The record that the mail leads to. */
  readonly about: { readonly entity: string; readonly id: string };
}

/** The link and the text are created only when the mail is sent. */
export interface LinkMail {
  readonly to: string;
  readonly link: LinkOrder;
}

/** The content of a message, and the record that it leads to. */
export type MessageContent = Pick<MessageMail, 'message' | 'subject' | 'text' | 'about'>;

export type LinkPurpose = 'reset' | 'confirm' | 'sign-up' | 'invite';

/** An order to mail a link. */
export interface LinkOrder {
  readonly purpose: LinkPurpose;
  readonly address: string;
  /** The language of the person who requested it, a BCP 47 tag. */
  readonly language?: string | undefined;
  /** For a sign-up: the given values except for the password, and its hash in `password`. */
  readonly values?: Readonly<Record<string, Json>>;
  readonly password?: string;
  /** For an invitation: the role, and the account of the person who invites. */
  readonly role?: string;
  readonly by?: string;
  /** For an invitation by a message of section 8, to an address that may have no account. */
  readonly told?: MessageContent;
}
