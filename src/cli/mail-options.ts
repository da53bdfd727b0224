import { own } from '../base/own.ts';
import type { MailSettings } from '../serve/mail/mail-handler.ts';
import type { Machine } from './machine.ts';

/**
 * Parses `--mail` and related options. The address may come from the environment (NINEFOLD_MAIL),
 * because it may contain a password. Returns null if no mail is to be sent; a string describes the
 * problem.
 */
export function readMail(options: Readonly<Record<string, string>>, host: Pick<Machine, 'environment'>): MailSettings | string | null {
  const smtp = own(options, 'mail') ?? host.environment('NINEFOLD_MAIL');
  const from = own(options, 'mail-from') ?? host.environment('NINEFOLD_MAIL_FROM');
  const replyTo = own(options, 'mail-reply-to');
  const url = own(options, 'url') ?? host.environment('NINEFOLD_URL');
  if (!smtp)
    return own(options, 'mail-from') === undefined && replyTo === undefined
      ? null
      : '--mail-from and --mail-reply-to need --mail, the address of the mail server.';
  // Leave out the address: it may contain a password.
  if (!URL.canParse(smtp) || !/^smtps?:$/.test(new URL(smtp).protocol) || new URL(smtp).hostname === '')
    return '--mail must be the address of a mail server, such as smtp://user:password@mail.example.com:587.';
  if (!from || !/^[^\r\n]*@[^\r\n]*$/.test(from)) return '--mail needs --mail-from, the sender: "Lending <lending@example.com>".';
  if (replyTo !== undefined && !/^[^\r\n]*@[^\r\n]*$/.test(replyTo)) return '--mail-reply-to must be a mail address.';
  const parsed = url !== undefined && URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '')
    return '--mail needs --url, the address where people reach the product: links in mails lead there.';
  return { smtp, from, ...(replyTo === undefined ? {} : { replyTo }), url: `${parsed.origin}${parsed.pathname.replace(/\/$/, '')}` };
}
