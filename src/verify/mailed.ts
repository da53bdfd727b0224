import { foldEmail } from '../base/email.ts';
import { linkMail, linkParameter } from '../engine/account/link-mails.ts';
import { refusal } from '../engine/change/refusals.ts';
import { runCommand } from '../engine/commands.ts';
import { maxJobsShown } from '../engine/jobs/jobs.ts';
import type { MailPayload } from '../engine/messages/mail-payload.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { Product } from '../engine/product.ts';
import type { Json } from '../engine/record-data.ts';
import type { Person } from '../engine/world/world.ts';
import type { Step } from '../expression/action.ts';
import type { Scope } from '../expression/evaluate/scope.ts';
import { toJson } from '../expression/values/json.ts';
import { evaluated } from './outside.ts';

/** The links of a scenario by the id of their mail job, in the order in which they were mailed. */
export type Mailed = Map<string, { readonly address: string; readonly token: string | null }>;

/** Creates the links of waiting mails, as sending them would. */
export function mailLinks(product: Product, mailed: Mailed): void {
  for (const { id, payload } of [...product.store.jobs.list(['waiting'], ['mail'], maxJobsShown)].reverse()) {
    const mail = JSON.parse(payload) as MailPayload;
    if (!('link' in mail) || mailed.has(id)) continue;
    const path = linkMail(product, mail.link)?.path ?? '/';
    const token = new URL(path, 'http://product.invalid').searchParams.get(linkParameter);
    mailed.set(id, { address: foldEmail(mail.to), token });
  }
}

/** Requests a link, or opens the newest one that was mailed to an address. */
export function doMailed(
  product: Product,
  mailed: Mailed,
  person: Person,
  step: Extract<Step, { kind: 'mail' | 'follow' }>,
  scope: Scope,
): Outcome<unknown> & { readonly person: Person } {
  const address = String(evaluated(step.to, scope));
  if (step.kind === 'mail') {
    const { purpose, role } = step;
    return runCommand(
      product,
      person,
      purpose === 'invite' ? { kind: 'invite', address, role: role?.text ?? '' } : { kind: 'mail-link', purpose, address },
    );
  }
  mailLinks(product, mailed);
  const found = [...mailed.values()].findLast((one) => one.address === foldEmail(address) && one.token !== null);
  if (found === undefined || found.token === null) {
    const because = `no link was mailed to ${address}`;
    return { ok: false, refusals: [refusal(product.index, { error: 'NOT_FOUND', entity: 'link', at: step.span, because })], person };
  }
  const given = step.with === null ? new Map() : evaluated(step.with, scope);
  const values = toJson(given) as Readonly<Record<string, Json>>;
  return runCommand(product, person, { kind: 'use-link', token: found.token, values });
}
