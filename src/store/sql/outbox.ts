import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Inbox, InboxEntry, JobQueue, JobStatus, StoredJob } from '../outbox.ts';
import type { Connection } from './connection.ts';
import { identifier } from './identifier.ts';
import type { SqlEngine } from './sql-engine.ts';

const jobColumns = '"id", "kind", "payload", "created", "due", "attempts", "status", "error"';

const jobOf = ([id, kind, payload, createdAt, dueAt, attempts, status, error]: readonly SqlScalar[]): StoredJob => ({
  id: String(id),
  kind: String(kind),
  payload: String(payload),
  createdAt: Number(createdAt),
  dueAt: Number(dueAt),
  attempts: Number(attempts),
  status: String(status) as JobStatus,
  lastError: error == null ? null : String(error),
});

const marks = (items: readonly unknown[]): string => items.map(() => '?').join(', ');

/** The queue of jobs in the table “_job”. */
export function createJobs(connection: Connection, sqlEngine: Pick<SqlEngine, 'skipLocked'>): JobQueue {
  /** Runs the statement; returns whether it wrote a row. */
  const wrote = (sql: string, parameters: readonly SqlScalar[]): boolean => connection.rows(`${sql} RETURNING "id"`, parameters).length > 0;
  return {
    add: ({ id, kind, payload, createdAt, dueAt }) =>
      connection.run(
        `INSERT INTO "_job" ("id", "kind", "payload", "created", "due", "attempts", "status") VALUES (?, ?, ?, ?, ?, 0, 'waiting')`,
        [id, kind, payload, createdAt, dueAt],
      ),
    claim({ kinds, now, until, most }) {
      // Must be a statement of its own: in a serializable transaction it would conflict with new
      // jobs.
      if (connection.inTransaction) throw new Error('jobs are claimed outside a transaction');
      if (kinds.length === 0) return [];
      // In one statement, so that the lock on the rows holds until they are marked.
      const rows = connection.rows(
        `WITH "picked" AS MATERIALIZED (SELECT "id" AS "job" FROM "_job" WHERE "status" = 'waiting' AND "due" <= ? AND "kind" IN (${marks(kinds)}) ORDER BY "due", "id" LIMIT ?${sqlEngine.skipLocked})
         UPDATE "_job" SET "attempts" = "attempts" + 1, "due" = ? FROM "picked" WHERE "_job"."id" = "picked"."job" RETURNING ${jobColumns}`,
        [now, ...kinds, most, until],
      );
      return rows.map(jobOf);
    },
    settle: ({ id, attempts }, { status, dueAt, lastError }) =>
      wrote(`UPDATE "_job" SET "status" = ?, "due" = ?, "error" = ? WHERE "id" = ? AND "attempts" = ? AND "status" = 'waiting'`, [
        status,
        dueAt,
        lastError,
        id,
        attempts,
      ]),
    job(id) {
      const row = connection.row(`SELECT ${jobColumns} FROM "_job" WHERE "id" = ?`, [id]);
      return row === null ? null : jobOf(row);
    },
    list: (statuses, kinds, most) =>
      connection
        .rows(
          `SELECT ${jobColumns} FROM "_job" WHERE "status" IN (${marks(statuses)})${kinds === null ? '' : ` AND "kind" IN (${marks(kinds)})`} ORDER BY "id" DESC LIMIT ?`,
          [...statuses, ...(kinds ?? []), most],
        )
        .map(jobOf),
    count: (status) => Number(connection.row('SELECT count(*) FROM "_job" WHERE "status" = ?', [status])?.[0] ?? 0),
    retry: (id, now) =>
      wrote(`UPDATE "_job" SET "status" = 'waiting', "attempts" = 0, "due" = ? WHERE "id" = ? AND "status" <> 'done'`, [now, id]),
    drop: (id) => wrote(`DELETE FROM "_job" WHERE "id" = ? AND "status" <> 'done'`, [id]),
    forgetDone: (before) => connection.run(`DELETE FROM "_job" WHERE "status" = 'done' AND "due" < ?`, [before]),
  };
}

export const entryColumns = ['id', 'account', 'message', 'entity', 'record', 'subject', 'text', 'at', 'read'] as const;
const entryNames = entryColumns.map(identifier).join(', ');

export const entryOf = ([id, account, message, entity, record, subject, text, at, read]: readonly SqlScalar[]): InboxEntry => ({
  id: String(id),
  account: String(account),
  message: String(message),
  entity: String(entity),
  record: String(record),
  subject: String(subject),
  text: String(text),
  at: Number(at),
  read: Number(read) === 1,
});

/** The messages in the table “_inbox”. */
export function createInbox(connection: Connection): Inbox {
  return {
    add: ({ id, account, message, entity, record, subject, text, at, read }) =>
      connection.later(`INSERT INTO "_inbox" (${entryNames}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
        id,
        account,
        message,
        entity,
        record,
        subject,
        text,
        at,
        read ? 1 : 0,
      ]),
    of: (account, most, before) =>
      connection
        .rows(
          `SELECT ${entryNames} FROM "_inbox" WHERE "account" = ?${before === undefined ? '' : ' AND "id" < ?'} ORDER BY "id" DESC LIMIT ?`,
          before === undefined ? [account, most] : [account, before, most],
        )
        .map(entryOf),
    unread: (account, most) =>
      Number(
        connection.row('SELECT count(*) FROM (SELECT 1 FROM "_inbox" WHERE "account" = ? AND "read" = 0 LIMIT ?) AS "some"', [
          account,
          most,
        ])?.[0] ?? 0,
      ),
    markRead: (account, ids) =>
      ids?.length !== 0 &&
      connection.rows(
        `UPDATE "_inbox" SET "read" = 1 WHERE "account" = ? AND "read" = 0${ids === null ? '' : ` AND "id" IN (${marks(ids)})`} RETURNING "id"`,
        [account, ...(ids ?? [])],
      ).length > 0,
    forget: (account) => connection.run('DELETE FROM "_inbox" WHERE "account" = ?', [account]),
    all: () => connection.rows(`SELECT ${entryNames} FROM "_inbox" ORDER BY "id"`).map(entryOf),
  };
}
