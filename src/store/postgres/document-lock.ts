import type { Connection } from '../sql/connection.ts';
import { identifier, shortened, textLiteral } from '../sql/identifier.ts';

/**
 * How a transaction relates to others: concurrent, exclusive for writing, or changing the tables.
 * `latest`: it takes no document lock, and each statement sees what was committed before it.
 */
export type TransactionMode = 'beside' | 'alone' | 'changing' | 'latest';

/** Begins transactions with a check that the tables are still those that this session knows. */
export interface DocumentLock {
  /** A number that identifies the document that this process knows. */
  readonly document: number;
  begin(manner: TransactionMode): readonly string[];
  /** Called after committing a transaction that changed the tables. */
  changed(): void;
  /** Accepts the tables in their current form. */
  look(connection: Pick<Connection, 'rows'>): void;
  /** Whether another session has changed them since. */
  isOver(rows: Connection['rows']): boolean;
}

/** For a database without other writers. */
export const noDocumentLock: DocumentLock = {
  document: 0,
  begin: () => ['BEGIN'],
  changed: () => undefined,
  look: () => undefined,
  isOver: () => false,
};

/** The NOTIFY channel for changes of the document; the payload is the name of the schema. */
export const changedChannel = 'ninefold_document';

/**
 * The lock that every transaction takes first, on one empty table: in a shared mode, or in an
 * exclusive mode to keep others from writing. A change of the document renames the table
 * (`_document_lock`, `_document_lock_1` …), so the next transaction of a process on the old
 * document fails at its first statement, before it has read or written anything, and no extra query
 * is needed.
 */
export function documentLock(schema: string): DocumentLock {
  let number = 0;
  const nameOf = (of: number): string => (of === 0 ? '_document_lock' : `_document_lock_${of}`);
  const lock = (mode: string): string => `LOCK TABLE ${identifier(nameOf(number))} IN ${mode} MODE`;
  const found = (rows: Connection['rows']): readonly string[] =>
    // Queries the catalogue, because Postgres caches name lookups, including failed ones.
    rows(`SELECT "tablename" FROM pg_tables WHERE "schemaname" = ? AND "tablename" ~ '^_document_lock(_[0-9]+)?$'`, [
      shortened(schema),
    ]).map(([name]) => String(name));
  return {
    get document() {
      return number;
    },
    begin(manner) {
      const begin = 'BEGIN ISOLATION LEVEL SERIALIZABLE';
      switch (manner) {
        case 'latest':
          return ['BEGIN'];
        case 'beside':
          return [begin, lock('ROW SHARE')];
        case 'alone':
          return [begin, lock('EXCLUSIVE')];
        case 'changing':
          // Locked before anything is read, so that this transaction sees what was committed while
          // it waited.
          return [
            begin,
            lock('ACCESS EXCLUSIVE'),
            // Between two statements, it may convert every record for the new document.
            `SET LOCAL idle_in_transaction_session_timeout = '60s'`,
            `ALTER TABLE ${identifier(nameOf(number))} RENAME TO ${identifier(nameOf(number + 1))}`,
            `NOTIFY ${identifier(changedChannel)}, ${textLiteral(schema)}`,
          ];
      }
    },
    changed() {
      number++;
    },
    look({ rows }) {
      const [name] = found(rows);
      if (name === undefined) throw new Error(`the schema ${schema} has no table _document_lock: it was not made by this program`);
      number = Number(name.slice('_document_lock_'.length));
    },
    isOver: (rows) => !found(rows).includes(nameOf(number)),
  };
}
