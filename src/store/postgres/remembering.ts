import { parameter, raw, sql } from '../../expression/sql/fragment.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Asking } from '../sql/connection.ts';
import type { Ask, SqlEngine } from '../sql/sql-engine.ts';

/**
 * Asks what costs a look at every row and is asked again and again (how many there are, beside a page of a long list): the answer holds as long as nobody has committed
 * anything since. The database is asked for both in one statement, and looks only where the moment is another. Inside a transaction it always looks: what is not
 * committed yet is no other moment. Of so many answers, `most`, the oldest is forgotten.
 */
export function createRemembering(connection: Asking, { moment }: Pick<SqlEngine, 'moment'>, most: number): Ask {
  const known = new Map<string, { readonly moment: string; readonly answer: SqlScalar }>();
  return (question) => {
    // A snapshot of a copy does not say all that is under way.
    if (moment === null || connection.inTransaction || connection.isCopy)
      return connection.row(question.text, question.parameters)?.[0] ?? null;
    const key = JSON.stringify([question.text, ...question.parameters.map((value) => (value === null ? null : String(value)))]);
    const last = known.get(key);
    const now = raw(moment);
    const asked = sql`SELECT ${now}, CASE WHEN ${now} = ${parameter(last?.moment ?? '')} THEN NULL ELSE (${question}) END`;
    const [seen, answer = null] = connection.row(asked.text, asked.parameters) ?? [];
    if (answer === null && last !== undefined) return last.answer;
    known.delete(key);
    known.set(key, { moment: String(seen), answer });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return answer;
  };
}
