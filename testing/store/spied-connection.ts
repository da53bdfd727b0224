import type { Connection, Parameter } from '../../src/store/sql/connection.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** A connection that reports each statement before it is sent. */
export const spiedConnection = (
  connection: Connection,
  seen: { readonly [ask in 'rows' | 'row' | 'run']?: (statement: Statement) => void },
): Connection => ({
  ...connection,
  get inTransaction() {
    return connection.inTransaction;
  },
  rows(sql, parameters = []) {
    seen.rows?.({ sql, parameters });
    return connection.rows(sql, parameters);
  },
  row(sql, parameters = []) {
    seen.row?.({ sql, parameters });
    return connection.row(sql, parameters);
  },
  run(sql, parameters = []) {
    seen.run?.({ sql, parameters });
    connection.run(sql, parameters);
  },
});
