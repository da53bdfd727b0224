import type { SqlFragment } from '../../expression/sql/fragment.ts';
import { JoinedTexts } from '../../expression/sql/joined-texts.ts';
import type { Asking } from './connection.ts';
import type { SqlEngine } from './sql-engine.ts';

/** Returns a function that counts rows and caches the result. */
export function createCounting(connection: Asking, sqlEngine: SqlEngine): (from: SqlFragment) => number {
  const ask = sqlEngine.remembering(connection, sqlEngine, 100);
  const texts = new JoinedTexts();
  return ({ text, parameters }) => Number(ask({ text: texts.of([text], () => `SELECT count(*) FROM ${text}`), parameters }) ?? 0);
}
