import type { ExpressionSuiteOptions } from '../expression/expression-suite.ts';

/** A query plan as Postgres makes it for large tables, where a sequential scan is expensive. */
export const explainPostgres: Pick<ExpressionSuiteOptions, 'explain' | 'wholeTable'> = {
  explain(connection, text, parameters) {
    connection.run('SET enable_seqscan = off');
    const lines = connection.rows(`EXPLAIN ${text}`, parameters).map(([line]) => String(line));
    connection.run('RESET enable_seqscan');
    return lines.some((line) => line.includes('Index Cond')) ? lines.join('\n') : `no condition of an index\n${lines.join('\n')}`;
  },
  wholeTable: /Seq Scan on "Thing" t\b|no condition of an index/,
};
