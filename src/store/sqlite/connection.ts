import type { Database, PreparedStatement, SqlValue } from '@sqlite.org/sqlite-wasm';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import { type Connection, keptStatements, type Parameter } from '../sql/connection.ts';

/** SQLite is in this thread and has one connection: it answers at once, and nobody writes in between. */
export function connect(database: Database): Connection {
  const statements = new Map<string, PreparedStatement>();
  let depth = 0;

  const prepared = (sql: string): PreparedStatement => {
    const found = statements.get(sql);
    if (found !== undefined) {
      // The last used stands last.
      statements.delete(sql);
      statements.set(sql, found);
      return found;
    }
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    const [oldest] = statements.keys();
    if (statements.size > keptStatements && oldest !== undefined) {
      statements.get(oldest)?.finalize();
      statements.delete(oldest);
    }
    return statement;
  };

  const using = <T>(sql: string, parameters: readonly Parameter[], body: (statement: PreparedStatement) => T): T => {
    const statement = prepared(sql);
    try {
      if (parameters.length > 0) statement.bind(parameters as SqlValue[]);
      return body(statement);
    } finally {
      // A failed step leaves its error in reset's answer: the step has thrown it already.
      statement.resetNoThrow();
      if (parameters.length > 0) statement.clearBindings();
    }
  };

  const run = (sql: string, parameters: readonly Parameter[] = []): void =>
    using(sql, parameters, (statement) => {
      while (statement.step());
    });

  const forget = (): void => {
    for (const statement of statements.values()) statement.finalize();
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
        // SQLite has rolled back by itself (disk full): what went wrong first is what counts.
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
        while (statement.step()) found.push(statement.get([]) as SqlScalar[]);
        return found;
      }),
    row: (sql, parameters = []) => using(sql, parameters, (statement) => (statement.step() ? (statement.get([]) as SqlScalar[]) : null)),
    bytes: (sql, parameters = []) => using(sql, parameters, (statement) => (statement.step() ? statement.getBlob(0) : null)),
    changes: () => Number(database.changes()),
    transaction,
    // One connection: nobody else is there.
    changing: transaction,
    look: () => undefined,
    get inTransaction() {
      return depth > 0;
    },
    forget,
    close() {
      forget();
      database.close();
    },
  };
}
