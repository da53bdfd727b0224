import { parameter, raw, sql } from '../../expression/sql/fragment.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Asking } from '../sql/connection.ts';
import type { Ask, SqlEngine } from '../sql/sql-engine.ts';

/**
 * Caches an expensive answer that is requested often (the count beside a page of a long list) until
 * a transaction commits. One statement reads `moment`, and computes the answer only if that has
 * changed. Inside a transaction it always computes, because `moment` does not reveal uncommitted
 * changes. Keeps `most` answers and drops the oldest.
 */
export function createRemembering(connection: Asking, { moment }: Pick<SqlEngine, 'moment'>, most: number): Ask {
  const known = new Map<string, { readonly moment: string; readonly answer: SqlScalar }>();
  return (question) => {
    // The snapshot of a replica does not reveal all transactions in progress.
    if (moment === null || connection.inTransaction || connection.isCopy)
      return connection.row(question.text, question.parameters)?.[0] ?? null;
    const key = JSON.stringify([question.text, ...question.parameters.map((value) => (value === null ? null : String(value)))]);
    // Fixed for the run: what another body caches meanwhile would make this a different question.
    const last = connection.fixed(`remembered ${key}`, () => known.get(key));
    const now = raw(moment);
    const statement = sql`SELECT ${now}, CASE WHEN ${now} = ${parameter(last?.moment ?? '')} THEN NULL ELSE (${question}) END`;
    const [seen, answer = null] = connection.row(statement.text, statement.parameters) ?? [];
    if (answer === null && last !== undefined) return last.answer;
    known.delete(key);
    known.set(key, { moment: String(seen), answer });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return answer;
  };
}
