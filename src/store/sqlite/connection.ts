import type { SqlScalar } from '../../expression/sql/represent.ts';
import { type Connection, keptStatements, type Parameter } from '../sql/connection.ts';
import { createStatements, type SqliteDatabase, type Statement } from './statements.ts';

interface Kept {
  readonly statement: Statement;
  used: number;
}

/**
 * SQLite is in this thread and has one connection: it answers synchronously, and no other
 * write comes in between.
 */
export function connect(opened: SqliteDatabase): Connection {
  const { database } = opened;
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
        while (statement.step()) found.push(statement.row());
        return found;
      }),
    row: (sql, parameters = []) => using(sql, parameters, (statement) => (statement.step() ? statement.row() : null)),
    bytes: (sql, parameters = []) => using(sql, parameters, (statement) => (statement.step() ? statement.bytes() : null)),
    changes: () => Number(database.changes()),
    transaction,
    // One connection: there is no other writer.
    changing: transaction,
    // It is near: each question costs only itself.
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
      database.close();
    },
  };
}
