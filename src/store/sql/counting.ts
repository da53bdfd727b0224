import type { SqlFragment } from '../../expression/sql/fragment.ts';
import { JoinedTexts } from '../../expression/sql/joined-texts.ts';
import type { Asking } from './connection.ts';
import type { SqlEngine } from './sql-engine.ts';

/**
 * Returns a function that counts rows and caches the result. `one`: only whether there is any,
 * which SQLite would otherwise find out in a temporary table.
 */
export function createCounting(connection: Asking, sqlEngine: SqlEngine): (from: SqlFragment, one?: boolean) => number {
  const ask = sqlEngine.remembering(connection, sqlEngine, 100);
  const [all, any] = [new JoinedTexts(), new JoinedTexts()];
  return ({ text: from, parameters }, one = false) => {
    const text = one
      ? any.of([from], () => `SELECT coalesce((SELECT 1 FROM ${from} LIMIT 1), 0)`)
      : all.of([from], () => `SELECT count(*) FROM ${from}`);
    return Number(ask({ text, parameters }) ?? 0);
  };
}
