import { createTransport } from 'nodemailer';
import { linkMail } from '../../engine/account/link-mails.ts';
import type { MailPayload } from '../../engine/messages/mail-payload.ts';
import { mutedOf } from '../../engine/messages/muted.ts';
import { pathTo } from '../../engine/screens/addresses.ts';
import type { StoredJob } from '../../store/outbox.ts';
import type { AskProduct, JobHandler, JobResult } from '../engine/job-runner.ts';
import { mailBody } from './mail-body.ts';
import { unsubscribeKey, unsubscribeToken } from './unsubscribe.ts';

export interface MailSettings {
  /** Such as `smtp://user:password@host:587`, or `smtps://…`. */
  readonly smtp: string;
  /** Such as `Lending <lending@example.com>`. */
  readonly from: string;
  /** Where replies go. Absent: to `from`. */
  readonly replyTo?: string;
  /** The address of the product, without a trailing slash. */
  readonly url: string;
}

interface Composed {
  readonly name: string;
  readonly subject: string;
  /** In Markdown. */
  readonly text: string;
  /** The link that switches these mails off; null if that is impossible. */
  readonly unsubscribe: string | null;
  readonly link: string;
}

/** Sends mails over SMTP. */
export function mailHandler(settings: MailSettings): JobHandler {
  const transport = createTransport(settings.smtp, { disableFileAccess: true, disableUrlAccess: true });
  const host = new URL(settings.url).hostname;
  return {
    kind: 'mail',
    async attempt(job, _signal, ask) {
      const payload = JSON.parse(job.payload) as MailPayload;
      const composed = await compose(settings.url, payload, ask);
      if ('notSent' in composed) return { status: 'done', note: `not sent: ${composed.notSent}` };
      return send(transport, mailOf(job, payload.to, composed, settings, host));
    },
  };
}

const compose = (url: string, payload: MailPayload, ask: AskProduct): Promise<Composed | { readonly notSent: string }> =>
  ask((product) => {
    const unsubscribeAt = (account: string, message: string): string =>
      `${url}/~/unsubscribe?token=${unsubscribeToken(unsubscribeKey(product), account, message)}`;
    const { name } = product.model;
    if ('link' in payload) {
      const mail = linkMail(product, payload.link);
      if (mail === null) return { notSent: 'no account has this address, it is confirmed already, or the person switched these mails off' };
      const { subject, text, path, told } = mail;
      const unsubscribe = told === undefined ? null : unsubscribeAt(told.account, told.message);
      return { name, subject, text, link: `${url}${path}`, unsubscribe };
    }
    const { account, message, about, subject, text } = payload;
    if (mutedOf(product.store, account).has(`${message} mail`)) return { notSent: 'the person switched these mails off' };
    return {
      name,
      subject,
      text,
      link: `${url}${pathTo(product.world(product.as(account)), about)}`,
      unsubscribe: unsubscribeAt(account, message),
    };
  });

/** Removes line breaks, which would end a header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function mailOf(
  job: StoredJob,
  to: string,
  { name, subject, text, unsubscribe, link }: Composed,
  { from, replyTo }: MailSettings,
  host: string,
) {
  const body = mailBody(text);
  const end = unsubscribe === null ? '' : `\n\nNo more mails of this kind: ${unsubscribe}`;
  const endHtml = unsubscribe === null ? '' : ` · <a href="${unsubscribe}">No more mails of this kind</a>`;
  return {
    // nodemailer does not parse an address object, so a comma cannot add a second recipient.
    to: { name: '', address: oneLine(to) },
    from,
    ...(replyTo === undefined ? {} : { replyTo }),
    subject: oneLine(subject),
    // The same in every attempt, so that the recipient's server recognises a repetition.
    messageId: `<${job.id}@${host}>`,
    date: new Date(job.createdAt),
    text: `${body.text}\n\n${link}\n\n-- \n${oneLine(name)}${end}\n`,
    html: `<!doctype html><html><body style="font-family: system-ui, sans-serif; line-height: 1.5">${body.html}<p><a href="${link}">${link}</a></p><hr><p><small>${html(oneLine(name))}${endHtml}</small></p></body></html>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe === null ? {} : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  };
}

const html = (text: string): string => text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'));

async function send(transport: ReturnType<typeof createTransport>, mail: ReturnType<typeof mailOf>): Promise<JobResult> {
  try {
    await transport.sendMail(mail);
    return { status: 'done' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Codes 550 to 553 mean that the server will never accept this address; other errors may be
    // temporary.
    const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
    return { status: code >= 550 && code <= 553 ? 'failed' : 'again', error: message };
  }
}
