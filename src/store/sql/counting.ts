import { parameter, raw, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import type { Connection } from './connection.ts';
import type { Flavour } from './flavour.ts';

/** So many counts are remembered; the oldest goes. */
const most = 100;

/**
 * Counts rows. The number that stands beside a page of a long list costs a look at every row, and the same list is asked for again and again: what was
 * counted last holds as long as nobody has committed anything since. The database is asked for both in one statement, and counts only where the moment is
 * another. Inside a transaction it always counts: what is not committed yet is no other moment.
 */
export function createCounting(connection: Connection, { moment }: Flavour): (from: SqlFragment) => number {
  const known = new Map<string, { readonly moment: string; readonly count: number }>();
  return (from) => {
    const counted = sql`SELECT count(*) FROM ${from}`;
    // A snapshot of a copy does not say all that is under way.
    if (moment === null || connection.inTransaction || connection.onlyReads)
      return Number(connection.row(counted.text, counted.parameters)?.[0] ?? 0);
    const key = JSON.stringify([counted.text, ...counted.parameters.map((value) => (value === null ? null : String(value)))]);
    const last = known.get(key);
    const now = raw(moment);
    const asked = sql`SELECT ${now}, CASE WHEN ${now} = ${parameter(last?.moment ?? '')} THEN NULL ELSE (${counted}) END`;
    const [seen, count] = connection.row(asked.text, asked.parameters) ?? [];
    if (count == null && last !== undefined) return last.count;
    known.delete(key);
    known.set(key, { moment: String(seen), count: Number(count) });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return Number(count);
  };
}
