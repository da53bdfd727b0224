import type { Asking, Connection } from './connection.ts';
import type { SqlEngine } from './sql-engine.ts';

/** The database refuses this query on distributed tables, so the evaluator uses simpler ones. */
export class UnsupportedQuery extends Error {
  override readonly name = 'UnsupportedQuery';
}

/** How many texts are remembered; a full set is cleared. */
const most = 1000;

/** Sends queries through a connection, and does not repeat those that were refused. */
export function rememberUnsupported(connection: Connection, { isUnsupported }: SqlEngine): Asking {
  const refused = new Set<string>();
  const asking = <T>(sql: string, ask: () => T): T => {
    if (refused.has(sql)) throw new UnsupportedQuery(sql);
    try {
      return ask();
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      if (refused.size >= most) refused.clear();
      refused.add(sql);
      throw new UnsupportedQuery(sql, { cause: error });
    }
  };
  return {
    rows: (sql, parameters) => asking(sql, () => connection.rows(sql, parameters)),
    row: (sql, parameters) => asking(sql, () => connection.row(sql, parameters)),
    fixed: connection.fixed,
    get inTransaction() {
      return connection.inTransaction;
    },
    isCopy: connection.isCopy,
  };
}
