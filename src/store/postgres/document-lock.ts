import type { Connection } from '../sql/connection.ts';
import { identifier, shortened, textLiteral } from '../sql/identifier.ts';

/** How a transaction stands to others: beside them, while nobody else writes, or as the one that changes what the tables are. `latest`: it waits for no document, and each statement sees what was committed before it. */
export type TransactionMode = 'beside' | 'alone' | 'changing' | 'latest';

/** What begins a transaction, and whether the tables are still those that this session looked at. */
export interface DocumentLock {
  /** Counts the documents that this process has known. */
  readonly document: number;
  begin(manner: TransactionMode): readonly string[];
  /** A transaction that changes what the tables are has been committed. */
  changed(): void;
  /** Looks at the tables as they are now. */
  look(connection: Pick<Connection, 'rows'>): void;
  /** Another session has changed them since. */
  isOver(rows: Connection['rows']): boolean;
}

/** Nobody else is there. */
export const onlyTurn: DocumentLock = {
  document: 0,
  begin: () => ['BEGIN'],
  changed: () => undefined,
  look: () => undefined,
  isOver: () => false,
};

/** On this channel is said, by NOTIFY, that the document was changed; with the name of the Postgres schema. */
export const changedChannel = 'ninefold_document';

/**
 * Every transaction locks one empty table as it begins: in a weak mode beside others, in a strong one where nobody else may write. Whoever changes the document
 * gives it another name (`_document_lock`, `_document_lock_1` …): then the next transaction of a process that still works under the old one fails at its first
 * word, before it has read or written anything, and no question is spent on it.
 */
export function sharedTurn(schema: string): DocumentLock {
  let number = 0;
  const nameOf = (of: number): string => (of === 0 ? '_document_lock' : `_document_lock_${of}`);
  const lock = (mode: string): string => `LOCK TABLE ${identifier(nameOf(number))} IN ${mode} MODE`;
  const found = (rows: Connection['rows']): readonly string[] =>
    // Asked of the catalogue itself: what a name leads to is remembered, also that it led nowhere.
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
          // Locked before anything is looked at: what was committed while this one waited is seen.
          return [
            begin,
            lock('ACCESS EXCLUSIVE'),
            // It works out every record of the new document between two statements.
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
