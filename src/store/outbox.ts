/**
 * Work outside the product, such as a mail or a call to another service. It is written in the
 * transaction that causes it, and done after the commit: at least once, until it succeeds or is
 * given up.
 */
export interface StoredJob {
  /** Stays the same in every attempt, so that a receiver can recognise a repetition. */
  readonly id: string;
  /** Selects the handler: `mail`, `call`. */
  readonly kind: string;
  /** The handler's input, as JSON. */
  readonly payload: string;
  /** Times in milliseconds since the epoch. */
  readonly createdAt: number;
  /** When the next attempt is due; for a done or failed job, when it ended. */
  readonly dueAt: number;
  /** How many attempts have begun. */
  readonly attempts: number;
  readonly status: JobStatus;
  readonly lastError: string | null;
}

export type JobStatus = 'waiting' | 'failed' | 'done';

export interface JobClaim {
  readonly kinds: readonly string[];
  readonly now: number;
  /** When the claim ends. Others may take the jobs then, if the claiming process has ended. */
  readonly until: number;
  readonly most: number;
}

/**
 * The queue of jobs. A claim finds waiting jobs that are due and not claimed by another process.
 */
export interface JobQueue {
  add(job: Pick<StoredJob, 'id' | 'kind' | 'payload' | 'createdAt' | 'dueAt'>): void;
  /**
   * Claims due jobs, the longest due first: counts the attempt and postpones them to `until`. Not
   * inside a transaction. No two processes get the same job before `until`.
   */
  claim(claim: JobClaim): readonly StoredJob[];
  /**
   * Writes the result of an attempt. Returns false and writes nothing if the job is no longer in
   * that attempt: another process claimed it after `until`, or it was dropped or retried.
   */
  settle(job: Pick<StoredJob, 'id' | 'attempts'>, result: Pick<StoredJob, 'status' | 'dueAt' | 'lastError'>): boolean;
  job(id: string): StoredJob | null;
  /** Newest first. */
  list(statuses: readonly JobStatus[], kinds: readonly string[] | null, most: number): readonly StoredJob[];
  count(status: JobStatus): number;
  /** Makes a failed or waiting job due now, with all its attempts left. False if there is none. */
  retry(id: string, now: number): boolean;
  /** Deletes a job that is not done. False if there is no such job. */
  drop(id: string): boolean;
  /** Deletes jobs that were done before this time. */
  forgetDone(before: number): void;
}

/** A message to one person, shown in the product. */
export interface InboxEntry {
  readonly id: string;
  /** The account of the recipient. */
  readonly account: string;
  /** The name of the message in section 8. */
  readonly message: string;
  /** The record that the message is about. */
  readonly entity: string;
  readonly record: string;
  readonly subject: string;
  /** In Markdown. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly read: boolean;
}

/** The messages of each account; no operation reads or changes those of another account. */
export interface Inbox {
  add(entry: InboxEntry): void;
  /** Newest first. `before`: only those older than this entry. */
  of(account: string, most: number, before?: string): readonly InboxEntry[];
  /** How many are unread, at most `most`. */
  unread(account: string, most: number): number;
  /** Marks messages as read; null: all. Returns whether anything changed. */
  markRead(account: string, ids: readonly string[] | null): boolean;
  /** Deletes the messages of a deleted account. */
  forget(account: string): void;
  /** All accounts' messages in the order of ids, for snapshots. */
  all(): readonly InboxEntry[];
}
