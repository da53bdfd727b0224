import type { KeptAnswer } from '../kept-answer.ts';
import { namePeriods, readRenamings, renamingsKey, withCurrentNames } from '../migration/former-names.ts';
import { linkFor, type Schema } from '../schema.ts';
import type { AuditEntry, Store } from '../store.ts';
import type { Connection } from './connection.ts';
import { identifier } from './identifier.ts';
import { metaUnder, readMeta, writeMeta } from './meta.ts';
import { raiseSerial } from './write.ts';

type Keeping = Omit<
  Store,
  | 'record'
  | 'query'
  | 'count'
  | 'computed'
  | 'queryWith'
  | 'searched'
  | 'sessionOf'
  | 'ordersBy'
  | 'sums'
  | 'groups'
  | 'textsIn'
  | 'enteredFirst'
  | 'transaction'
  | 'step'
  | 'withoutRuleChecks'
  | 'apply'
  | 'jobs'
  | 'inbox'
  | 'close'
>;

/** Everything stored besides the records themselves. */
/** `drawn` is called with every number that nextSerial returns. */
export function createSystemTables(
  connection: Connection,
  schema: Schema,
  drawn: (entity: string, field: string, number: number) => void,
): Keeping {
  return {
    members(entity, field, id) {
      const link = linkFor(schema, entity, field);
      if (link === null) throw new Error(`${entity}.${field} is not a list of records with members of its own`);
      const rows = connection.rows(`SELECT "member" FROM ${identifier(link.table)} WHERE "owner" = ? ORDER BY "position"`, [id]);
      return rows.map(([member]) => String(member));
    },
    nextSerial(entity, field) {
      // The insert runs only for the first number.
      const row =
        connection.row('UPDATE "_serial" SET "last" = "last" + 1 WHERE "entity" = ? AND "field" = ? RETURNING "last"', [entity, field]) ??
        connection.row(
          'INSERT INTO "_serial" ("entity", "field", "last") VALUES (?, ?, 1) ON CONFLICT ("entity", "field") DO UPDATE SET "last" = "_serial"."last" + 1 RETURNING "last"',
          [entity, field],
        );
      const number = Number(row?.[0]);
      drawn(entity, field, number);
      return number;
    },
    raiseSerial: (entity, field, number) => raiseSerial(connection, entity, field, number),

    audit(entry) {
      connection.later('INSERT INTO "_audit" ("at", "by", "entity", "record", "operation", "changes") VALUES (?, ?, ?, ?, ?, ?)', [
        entry.at,
        entry.by,
        entry.entity,
        entry.record,
        entry.operation,
        JSON.stringify(entry.changes),
      ]);
    },
    trail(entity, id, limit) {
      const renamings = readRenamings(readMeta(connection, renamingsKey));
      const found: AuditEntry[] = [];
      for (const era of namePeriods(renamings, entity)) {
        if (found.length >= limit) break;
        const rows = connection.rows(
          'SELECT "sequence", "at", "by", "operation", "changes" FROM "_audit" WHERE "entity" = ? AND "record" = ? AND "sequence" > ? AND "sequence" <= ? ORDER BY "sequence" DESC LIMIT ?',
          [era.entity, id, era.after, era.upTo, limit - found.length],
        );
        const entries = rows.map(
          ([sequence, at, by, operation, changes]): AuditEntry => ({
            sequence: Number(sequence),
            at: Number(at),
            by: by == null ? null : String(by),
            entity: era.entity,
            record: id,
            operation: String(operation),
            changes: JSON.parse(String(changes)) as AuditEntry['changes'],
          }),
        );
        found.push(...entries.map((entry) => withCurrentNames(renamings, entry)));
      }
      return found;
    },

    saveSession(session) {
      connection.run('DELETE FROM "_session" WHERE "expires" <= ?', [session.began]);
      connection.run(
        'INSERT INTO "_session" ("token_hash", "account", "began", "expires") VALUES (?, ?, ?, ?) ON CONFLICT ("token_hash") DO UPDATE SET "account" = excluded."account", "began" = excluded."began", "expires" = excluded."expires"',
        [session.tokenHash, session.account, session.began, session.expires],
      );
    },
    session(tokenHash) {
      const row = connection.row('SELECT "account", "began", "expires" FROM "_session" WHERE "token_hash" = ?', [tokenHash]);
      return row === null ? null : { tokenHash, account: String(row[0]), began: Number(row[1]), expires: Number(row[2]) };
    },
    sessions: (account) =>
      connection
        .rows('SELECT "token_hash", "began", "expires" FROM "_session" WHERE "account" = ? ORDER BY "began" DESC, "token_hash"', [account])
        .map(([tokenHash, began, expires]) => ({
          tokenHash: String(tokenHash),
          account,
          began: Number(began),
          expires: Number(expires),
        })),
    deleteSession: (tokenHash) => connection.run('DELETE FROM "_session" WHERE "token_hash" = ?', [tokenHash]),

    attempts(key) {
      const row = connection.row('SELECT "count", "last" FROM "_attempt" WHERE "key" = ?', [key]);
      return row === null ? null : { count: Number(row[0]), last: Number(row[1]) };
    },
    setAttempts(key, attempts, forget) {
      connection.run('DELETE FROM "_attempt" WHERE "last" < ?', [forget]);
      if (attempts === null) connection.run('DELETE FROM "_attempt" WHERE "key" = ?', [key]);
      else
        connection.run(
          'INSERT INTO "_attempt" ("key", "count", "last") VALUES (?, ?, ?) ON CONFLICT ("key") DO UPDATE SET "count" = excluded."count", "last" = excluded."last"',
          [key, attempts.count, attempts.last],
        );
    },

    keptAnswer(key) {
      const row = connection.row('SELECT "fingerprint", "at", "status", "headers", "body" FROM "_answer" WHERE "key" = ?', [key]);
      if (row === null) return null;
      const [fingerprint, at, status, headers, body = null] = row;
      return {
        key,
        fingerprint: String(fingerprint),
        at: Number(at),
        status: Number(status),
        headers: JSON.parse(String(headers)) as KeptAnswer['headers'],
        body: body === null ? null : String(body),
      };
    },
    keepAnswer({ key, fingerprint, at, status, headers, body }, forget) {
      connection.later('DELETE FROM "_answer" WHERE "at" < ?', [forget]);
      connection.later(
        'INSERT INTO "_answer" ("key", "fingerprint", "at", "status", "headers", "body") VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT ("key") DO UPDATE SET "fingerprint" = excluded."fingerprint", "at" = excluded."at", "status" = excluded."status", "headers" = excluded."headers", "body" = excluded."body"',
        [key, fingerprint, at, status, JSON.stringify(headers), body],
      );
    },

    enteredAt(entity, field, id) {
      const row = connection.row('SELECT "at" FROM "_entered" WHERE "entity" = ? AND "field" = ? AND "record" = ?', [entity, field, id]);
      return row === null ? null : Number(row[0]);
    },
    entered: (entity, field, page) =>
      new Map(
        connection
          .rows(
            `SELECT "record", "at" FROM "_entered" WHERE "entity" = ? AND "field" = ?${page === undefined ? '' : ' AND "record" > ? ORDER BY "record" LIMIT ?'}`,
            page === undefined ? [entity, field] : [entity, field, page.beyond ?? '', page.most],
          )
          .map(([id, at]) => [String(id), Number(at)]),
      ),
    setEnteredAt(entity, field, id, at) {
      connection.run(
        'INSERT INTO "_entered" ("entity", "field", "record", "at") VALUES (?, ?, ?, ?) ON CONFLICT ("entity", "field", "record") DO UPDATE SET "at" = excluded."at"',
        [entity, field, id, at],
      );
    },

    putFile: (id, bytes) =>
      connection.run('INSERT INTO "_file" ("id", "bytes") VALUES (?, ?) ON CONFLICT ("id") DO UPDATE SET "bytes" = excluded."bytes"', [
        id,
        bytes,
      ]),
    deleteFile: (id) => connection.run('DELETE FROM "_file" WHERE "id" = ?', [id]),
    file: (id) => connection.bytes('SELECT "bytes" FROM "_file" WHERE "id" = ?', [id]),

    meta: (key) => readMeta(connection, key),
    setMeta: (key, value) => writeMeta(connection, key, value),
    metaUnder: (beginning) => metaUnder(connection, beginning),
  };
}
