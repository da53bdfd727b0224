import type { SqlFragment } from '../../expression/sql/fragment.ts';
import { tableNames } from '../../expression/sql/remembered.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Store } from '../store.ts';
import type { Codec } from './codec.ts';
import { isComplete, type Plan, type Planner, plan } from './select.ts';

interface Parts {
  readonly planner: Planner;
  readonly codec: Codec;
  /** The rows of a plan, with `further` behind its columns. */
  select(found: Plan, tail: SqlFragment, further: string): SqlScalar[][];
  readonly cannotSay: (error: unknown) => boolean;
}

/** As Store.searched: what is found, up to one more than `most`, is ordered and counted at once. */
export function createSearched({ planner, codec, select, cannotSay }: Parts): Store['searched'] {
  const { sqlEngine } = planner;
  return (asked, most) => {
    const { limit, offset = 0, search } = asked;
    if (!sqlEngine.searchesFirst || limit === undefined || search === undefined || search.text === '') return null;
    try {
      const found = plan(asked, planner, tableNames(), true, most + 1);
      if (!isComplete(found) || found.order === null) return null;
      const rows = select(found, sqlEngine.page(limit, offset), ', count(*) OVER ()');
      // A page beyond the last one does not say how many there are.
      if (rows.length === 0 && offset > 0) return null;
      const total = Number(rows[0]?.at(-1) ?? 0);
      return { records: total > most ? null : rows.map((row) => codec.record(found.table, row)), total };
    } catch (error) {
      if (cannotSay(error)) return null;
      throw error;
    }
  };
}
