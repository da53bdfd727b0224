import type { SqlScalar } from '../../expression/sql/represent.ts';
import { type Connection, keptStatements, type Parameter } from '../sql/connection.ts';
import type { SqliteDatabase } from './database.ts';
import { createStatements, type Statement } from './statements.ts';

interface Kept {
  readonly statement: Statement;
  used: number;
}

/**
 * A connection to SQLite in this thread. It answers synchronously, and as the only connection it
 * has no concurrent writers.
 */
export function connect(opened: SqliteDatabase): Connection {
  const { calls } = opened.sqlite;
  const prepare = createStatements(opened);
  const statements = new Map<string, Kept>();
  let uses = 0;
  let depth = 0;

  const prepared = (sql: string): Statement => {
    uses++;
    const found = statements.get(sql);
    if (found !== undefined) {
      found.used = uses;
      return found.statement;
    }
    const statement = prepare(sql);
    if (statements.size >= keptStatements) {
      const [longest] = [...statements].reduce((a, b) => (b[1].used < a[1].used ? b : a));
      statements.get(longest)?.statement.finalize();
      statements.delete(longest);
    }
    statements.set(sql, { statement, used: uses });
    return statement;
  };

  const using = <T>(sql: string, parameters: readonly Parameter[], body: (statement: Statement) => T): T => {
    const statement = prepared(sql);
    try {
      statement.bind(parameters);
      return body(statement);
    } finally {
      statement.reset();
    }
  };

  const finish = (statement: Statement): void => {
    while (statement.step());
  };

  const run = (sql: string, parameters: readonly Parameter[] = []): void => using(sql, parameters, finish);

  const forget = (): void => {
    for (const { statement } of statements.values()) statement.finalize();
    statements.clear();
  };

  const transaction: Connection['transaction'] = (body) => {
    const point = `"level${depth}"`;
    run(depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${point}`);
    depth++;
    let result: ReturnType<typeof body>;
    try {
      result = body();
      depth--;
      run(depth === 0 ? 'COMMIT' : `RELEASE ${point}`);
      return result;
    } catch (error) {
      depth = Number(point.slice(6, -1));
      try {
        if (depth === 0) run('ROLLBACK');
        else {
          run(`ROLLBACK TO ${point}`);
          run(`RELEASE ${point}`);
        }
      } catch {
        // SQLite has already rolled back (disk full); the original error is the one to report.
      }
      throw error;
    }
  };

  return {
    run,
    later: run,
    rows: (sql, parameters = []) =>
      using(sql, parameters, (statement) => {
        const found: SqlScalar[][] = [];
        while (statement.step()) found.push(statement.row());
        return found;
      }),
    row: (sql, parameters = []) => using(sql, parameters, (statement) => (statement.step() ? statement.row() : null)),
    bytes: (sql, parameters = []) => using(sql, parameters, (statement) => (statement.step() ? statement.bytes() : null)),
    changes: () => calls.sqlite3_changes(opened.place),
    transaction,
    // The only connection has no other writers to exclude.
    changing: transaction,
    // Every statement already sees the latest data.
    latest: transaction,
    step: (body) => body(),
    fixed: (_key, make) => make(),
    look: () => undefined,
    keepsTables: true,
    isCopy: false,
    position: null,
    reached: () => true,
    get inTransaction() {
      return depth > 0;
    },
    forget,
    close() {
      forget();
      opened.close();
    },
  };
}
