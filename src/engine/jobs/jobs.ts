import type { JobStatus, StoredJob } from '../../store/outbox.ts';
import { type LinkMailText, linkMail } from '../account/link-mails.ts';
import { accessRefusal, Refused } from '../change/refusals.ts';
import type { MailPayload } from '../messages/mail-payload.ts';
import type { Product } from '../product.ts';
import type { Run } from '../run.ts';
import { readSent, sendKind, triggerFailure } from '../services/sent.ts';
import type { World } from '../world/world.ts';

/** Whether the person may see waiting and failed jobs, retry them and drop them. */
export function mayOperate({ operating, person, index, access }: World): boolean {
  if (operating.everyone) return true;
  const roles = new Set([...operating.roles, ...(index.model.account?.operators ?? []).map(({ text }) => text)]);
  return roles.size > 0 && person.account !== null && [...access.roles()].some((role) => roles.has(role));
}

/** Throws Refused if the person is not an operator. */
export function requireOperator(world: World): void {
  if (mayOperate(world)) return;
  const because = 'the person has no role of the row “Operators” of section 6';
  throw new Refused([accessRefusal(world.index, world.person.account !== null, { at: world.index.model.account?.span ?? null, because })]);
}

/** A mail as the recipient will see it. */
export interface MailData {
  readonly to: string;
  readonly subject: string;
  /** Markdown. */
  readonly text: string;
  /** Whether it contains a link that works once; `opens`: the person may also open it. */
  readonly link: 'none' | 'hidden' | 'opens';
}

export interface JobData extends Pick<StoredJob, 'id' | 'kind' | 'attempts' | 'status'> {
  /** ISO 8601. */
  readonly created: string;
  /** The next attempt; for a finished or failed job, the time when it ended. ISO 8601. */
  readonly due: string;
  readonly error: string | null;
  /** Null: the job is not a mail. */
  readonly mail: MailData | null;
  /** For other jobs, their payload as JSON. */
  readonly content: string | null;
}

export interface JobsData {
  readonly jobs: readonly JobData[];
  /** The number of jobs by status; `jobs` has at most `maxJobsShown` of each. */
  readonly counts: Readonly<Record<JobStatus, number>>;
  /** Timers that are due but were refused. */
  readonly timers: readonly { readonly entity: string; readonly id: string; readonly because: string }[];
}

export const maxJobsShown = 50;

const statuses: readonly JobStatus[] = ['failed', 'waiting', 'done'];

/**
 * The product's jobs and refused timers, newest jobs first. Throws Refused if the person is not an
 * operator.
 */
export function jobsOf(product: Product, world: World): JobsData {
  requireOperator(world);
  const { jobs } = world.store;
  const found = statuses.flatMap((status) => jobs.list([status], null, maxJobsShown));
  return {
    jobs: found.map((job) => jobData(product, job, world.operating.opensLinks)),
    counts: { failed: jobs.count('failed'), waiting: jobs.count('waiting'), done: jobs.count('done') },
    timers: product.timers.refused().map(({ entity, id, refusals }) => ({ entity, id, because: refusals[0]?.because ?? '' })),
  };
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

export function jobData(product: Product, job: StoredJob, opensLinks: boolean): JobData {
  const mail = job.kind === 'mail' ? mailData(product, JSON.parse(job.payload) as MailPayload, opensLinks) : null;
  const { id, kind, attempts, status } = job;
  return {
    id,
    kind,
    attempts,
    status,
    created: iso(job.createdAt),
    due: iso(job.dueAt),
    error: job.lastError,
    mail,
    content: mail === null ? JSON.stringify(JSON.parse(job.payload), null, 2) : null,
  };
}

function mailData(product: Product, mail: MailPayload, opensLinks: boolean): MailData {
  if (!('link' in mail)) return { to: mail.to, subject: mail.subject, text: mail.text, link: 'none' };
  const { to, link } = mail;
  const written = linkMail(product, link, true);
  if (written === null) return { to, subject: '', text: '', link: 'none' };
  return { to, subject: written.subject, text: written.text, link: opensLinks ? 'opens' : 'hidden' };
}

/** What an operator may do with a job: make it due now, with all attempts renewed, or delete it. */
export type JobStep = 'retry' | 'drop';

/**
 * Performs the step, and records it in the audit trail of the job's record, or else of the
 * operator's account. A waiting request that is dropped has failed: if `follows`, its failure event
 * is triggered. False: the job does not exist or is already done.
 */
export function changeJob(run: Run, id: string, step: JobStep, follows: boolean): boolean {
  const { store, milliseconds: at, person, index } = run.world;
  const job = store.jobs.job(id);
  if (job === null || !(step === 'retry' ? store.jobs.retry(id, at) : store.jobs.drop(id))) return false;
  if (step === 'retry') run.noteJob();
  else if (follows && job.kind === sendKind && job.status === 'waiting') triggerFailure(run, readSent(job), 'dropped by an operator');
  const entity = index.model.account?.entity.text;
  const own = entity === undefined || person.account === null ? null : { entity, id: person.account };
  const about = aboutOf(job) ?? own;
  const operation = `${step} ${job.kind === 'mail' ? 'mail' : 'request'}`;
  if (about !== null) store.audit({ at, by: person.account, entity: about.entity, record: about.id, operation, changes: {} });
  return true;
}

/** Repeats a refused drop without the event that would follow, so a job can always be dropped. */
export function jobStepped<T extends { readonly ok: boolean }>(step: JobStep | 'open', attempt: (follows: boolean) => T): T {
  const outcome = attempt(true);
  return outcome.ok || step !== 'drop' ? outcome : attempt(false);
}

/** The record of the message or the effect; null: a link without a record. */
function aboutOf(job: StoredJob): { readonly entity: string; readonly id: string } | null {
  if (job.kind === sendKind) {
    const { entity, record } = readSent(job);
    return { entity, id: record };
  }
  const mail = JSON.parse(job.payload) as MailPayload;
  return 'link' in mail ? (mail.link.told?.about ?? null) : mail.about;
}

/**
 * The path that the link of a stored mail leads to; null: it has no link, or links may not be
 * opened here. Creates a new link. Throws Refused if the person is not an operator.
 */
export function openedMail(product: Product, world: World, id: string): LinkMailText['path'] | null {
  requireOperator(world);
  const job = world.operating.opensLinks ? world.store.jobs.job(id) : null;
  const mail = job?.kind === 'mail' ? (JSON.parse(job.payload) as MailPayload) : null;
  return mail !== null && 'link' in mail ? (linkMail(product, mail.link)?.path ?? null) : null;
}
