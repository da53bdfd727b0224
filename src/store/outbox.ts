/**
 * Work that leaves the product, such as a mail or a call to another service. It is written in the
 * transaction of what caused it, and done after the commit: at least once, until it succeeds or is
 * given up.
 */
export interface StoredJob {
  /** Stays the same in every attempt, so that a receiver can recognise a repetition. */
  readonly id: string;
  /** Which handler does it: `mail`, `call`. */
  readonly kind: string;
  /** What the handler needs, as JSON. */
  readonly payload: string;
  /** Times in milliseconds since the epoch. */
  readonly createdAt: number;
  /** The next attempt; of a job that is done or failed, when that happened. */
  readonly dueAt: number;
  /** Attempts that began so far. */
  readonly attempts: number;
  readonly status: JobStatus;
  readonly lastError: string | null;
}

export type JobStatus = 'waiting' | 'failed' | 'done';

export interface JobClaim {
  readonly kinds: readonly string[];
  readonly now: number;
  /** If the claiming process ends, others may take the job from then on. */
  readonly until: number;
  readonly most: number;
}

/** Jobs that a claim may take: due, waiting, and not claimed by another process. */
export interface JobQueue {
  add(job: Pick<StoredJob, 'id' | 'kind' | 'payload' | 'createdAt' | 'dueAt'>): void;
  /**
   * Takes due jobs, the longest due first, counts the attempt and postpones them to `until`. Not
   * inside a transaction. No two processes get the same job before `until`.
   */
  claim(claim: JobClaim): readonly StoredJob[];
  /**
   * Writes the result of an attempt. False: the job is not in that attempt any more (another
   * process took it after `until`, or it was dropped or retried), and nothing was written.
   */
  settle(job: Pick<StoredJob, 'id' | 'attempts'>, result: Pick<StoredJob, 'status' | 'dueAt' | 'lastError'>): boolean;
  job(id: string): StoredJob | null;
  /** Newest first. */
  list(statuses: readonly JobStatus[], kinds: readonly string[] | null, most: number): readonly StoredJob[];
  count(status: JobStatus): number;
  /** Makes a failed or waiting job due now, with all attempts before it. False: there is none. */
  retry(id: string, now: number): boolean;
  /** Deletes a job that is not done. False: there is none. */
  drop(id: string): boolean;
  /** Deletes what was done before this time. */
  forgetDone(before: number): void;
}

/** A message to one person, as they see it in the product. */
export interface InboxEntry {
  readonly id: string;
  /** The account that it is for. */
  readonly account: string;
  /** The message of section 8. */
  readonly message: string;
  /** The record that it is about. */
  readonly entity: string;
  readonly record: string;
  readonly subject: string;
  /** Markdown. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly read: boolean;
}

/** Messages by account: no operation reads or changes those of another account. */
export interface Inbox {
  add(entry: InboxEntry): void;
  /** Newest first. `before`: only those older than this entry. */
  of(account: string, most: number, before?: string): readonly InboxEntry[];
  /** How many are not read, at most `most`. */
  unread(account: string, most: number): number;
  /** Null: all. Returns whether anything changed. */
  markRead(account: string, ids: readonly string[] | null): boolean;
  /** The account is deleted. */
  forget(account: string): void;
  /** Everyone's, for snapshots, in order of ids. */
  all(): readonly InboxEntry[];
}
