import type { SqlFragment } from '../../expression/sql/fragment.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import { tableNames } from '../../expression/sql/translation-cache.ts';
import type { Store } from '../store.ts';
import type { Codec } from './codec.ts';
import { isComplete, type Plan, type Planner, plan } from './select.ts';

interface Parts {
  readonly planner: Planner;
  readonly codec: Codec;
  /** Selects the rows of a plan, with `further` after its columns. */
  select(found: Plan, tail: SqlFragment, further: string): SqlScalar[][];
  readonly needsEvaluator: (error: unknown) => boolean;
}

/**
 * Implements Store.searched: one query finds, orders and counts the records, up to one more than
 * `most`.
 */
export function createSearched({ planner, codec, select, needsEvaluator }: Parts): Store['searched'] {
  const { sqlEngine } = planner;
  return (query, most) => {
    const { limit, offset = 0, search } = query;
    if (!sqlEngine.searchesFirst || limit === undefined || search === undefined || search.text === '') return null;
    try {
      const found = plan(query, planner, tableNames(), { mostFound: most + 1 });
      if (!isComplete(found) || found.order === null) return null;
      const rows = select(found, sqlEngine.page(limit, offset), ', count(*) OVER ()');
      // A page beyond the last one has no row with the count.
      if (rows.length === 0 && offset > 0) return null;
      const total = Number(rows[0]?.at(-1) ?? 0);
      return { records: total > most ? null : rows.map((row) => codec.record(found.table, row)), total };
    } catch (error) {
      if (needsEvaluator(error)) return null;
      throw error;
    }
  };
}
