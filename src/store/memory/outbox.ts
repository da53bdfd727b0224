import type { Inbox, InboxEntry, JobQueue, StoredJob } from '../outbox.ts';
import { LoggedMap, type UndoLog } from './undo-log.ts';

const newestFirst = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? 1 : -1);

/** A queue of jobs in memory, whose writes `log` can undo. */
export function memoryJobs(log: UndoLog): JobQueue {
  const jobs = new LoggedMap<StoredJob>(log);
  return {
    add: (job) => jobs.set(job.id, { ...job, attempts: 0, status: 'waiting', lastError: null }),
    claim: ({ kinds, now, until, most }) =>
      [...jobs.values()]
        .filter(({ status, kind, dueAt }) => status === 'waiting' && dueAt <= now && kinds.includes(kind))
        .sort((a, b) => a.dueAt - b.dueAt || newestFirst(b, a))
        .slice(0, most)
        .map((job) => {
          const claimed = { ...job, attempts: job.attempts + 1, dueAt: until };
          jobs.set(job.id, claimed);
          return claimed;
        }),
    settle({ id, attempts }, result) {
      const job = jobs.get(id);
      if (job === undefined || job.status !== 'waiting' || job.attempts !== attempts) return false;
      jobs.set(id, { ...job, ...result });
      return true;
    },
    job: (id) => jobs.get(id) ?? null,
    list: (statuses, kinds, most) =>
      [...jobs.values()]
        .filter(({ status, kind }) => statuses.includes(status) && (kinds === null || kinds.includes(kind)))
        .sort(newestFirst)
        .slice(0, most),
    count: (wanted) => [...jobs.values()].filter(({ status }) => status === wanted).length,
    retry(id, now) {
      const job = jobs.get(id);
      if (job === undefined || job.status === 'done') return false;
      jobs.set(id, { ...job, status: 'waiting', attempts: 0, dueAt: now });
      return true;
    },
    drop(id) {
      const job = jobs.get(id);
      if (job === undefined || job.status === 'done') return false;
      jobs.delete(id);
      return true;
    },
    forgetDone(before) {
      for (const { id, status, dueAt } of [...jobs.values()]) if (status === 'done' && dueAt < before) jobs.delete(id);
    },
  };
}

/** Messages in memory, whose writes `log` can undo. */
export function memoryInbox(log: UndoLog): Inbox {
  const entries = new LoggedMap<InboxEntry>(log);
  const of = (account: string): InboxEntry[] => [...entries.values()].filter((entry) => entry.account === account);
  return {
    add: (entry) => entries.set(entry.id, entry),
    of: (account, most, before) =>
      of(account)
        .filter(({ id }) => before === undefined || id < before)
        .sort(newestFirst)
        .slice(0, most),
    unread: (account, most) => Math.min(of(account).filter(({ read }) => !read).length, most),
    markRead(account, ids) {
      const found = of(account).filter(({ id, read }) => !read && (ids === null || ids.includes(id)));
      for (const entry of found) entries.set(entry.id, { ...entry, read: true });
      return found.length > 0;
    },
    forget(account) {
      for (const { id } of of(account)) entries.delete(id);
    },
    all: () => [...entries.values()].sort((a, b) => newestFirst(b, a)),
  };
}
