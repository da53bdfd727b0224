import { raw, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import { fromSql, type Representation } from '../../expression/sql/represent.ts';
import { translateField } from '../../expression/sql/translate.ts';
import { tableNames } from '../../expression/sql/translation-cache.ts';
import { Timestamp, type Value } from '../../expression/values/value.ts';
import { tableFor } from '../schema.ts';
import type { Group, Query, Store } from '../store.ts';
import type { Asking } from './connection.ts';
import { isComplete, type Plan, type Planner, plan, whereClause } from './select.ts';

interface Parts {
  readonly asking: Asking;
  readonly planner: Planner;
  readonly currency: string;
  /** Whether the error means that SQL cannot compute this, so that the evaluator must. */
  readonly needsEvaluator: (error: unknown) => boolean;
}

const grouped: ReadonlySet<string> = new Set<Representation>(['text', 'integer', 'boolean', 'date', 'datetime', 'record']);
const measurable: ReadonlySet<string> = new Set<Representation>(['integer', 'money']);

/**
 * In microseconds: the quarter hours that days of any zone consist of. In UTC, whole days make a
 * hundred times fewer groups.
 */
const pieceOfDay = (timeZone: string): SqlFragment => raw(String((timeZone === 'UTC' ? 24 * 60 : 15) * 60 * 1_000_000));

/**
 * Seconds since 1970. Since 1972 every zone has been a whole number of quarter hours from UTC; the
 * evaluator groups earlier times.
 */
const quarterHoursSince = Date.UTC(1973, 0, 1) / 1000;

/** Statistics over all matches of a query, computed by the database. */
export function createFigures({ asking, planner, currency, needsEvaluator }: Parts): Pick<Store, 'sums' | 'groups'> {
  const { schema, catalog, sqlEngine, scopeOf } = planner;

  /** A query and the fields of its rows; null if the evaluator has to compute them. */
  function fieldsOf(query: Query): { readonly found: Plan; readonly term: (field: string) => ReturnType<typeof translateField> } | null {
    if (tableFor(schema, query.entity) === null) return null;
    const fresh = tableNames();
    const found = plan(query, planner, fresh, { ordering: false });
    if (!isComplete(found)) return null;
    const row = { entity: query.entity, alias: found.alias, variable: null };
    const context = { catalog, dialect: sqlEngine.dialect, scope: { ...scopeOf(query), self: null, row: null, old: null }, row, fresh };
    return { found, term: (field) => translateField(field, context) };
  }

  const sums: Store['sums'] = (query, fields) => {
    const added = new Map<string, Value>();
    const rows = fields.length === 0 ? null : fieldsOf(query);
    if (rows === null) return added;
    const { found } = rows;
    const { timeZone } = scopeOf(query).evaluationContext;
    for (const field of fields) {
      const term = rows.term(field);
      if (term === null || !(term.as === 'integer' || term.as === 'decimal' || term.as === 'money' || term.as === 'duration')) continue;
      const { as } = term;
      const select = sql`SELECT (${term.sql}) AS v, ${raw(`${found.alias}."id"`)} AS k FROM ${found.from}${whereClause(found.where)}`;
      const sum = sqlEngine.dialect.aggregate({ kind: 'sum' }, { item: as, select }, { currency, timeZone });
      if (sum === null) continue;
      const question = sql`SELECT ${sum}`;
      try {
        added.set(field, fromSql(asking.row(question.text, question.parameters)?.[0] ?? null, as, currency));
      } catch (error) {
        // A value that SQL cannot represent; the evaluator computes it, or reports why that is
        // impossible.
        if (!needsEvaluator(error)) throw error;
      }
    }
    return added;
  };

  const groups: Store['groups'] = (query, by, measured) => {
    const rows = fieldsOf(query);
    const key = rows?.term(by) ?? null;
    if (rows === null || key === null || key.as === 'opaque' || key.as === 'null' || !grouped.has(key.as)) return null;
    const measure = measured === null ? null : rows.term(measured);
    if (measured !== null && (measure === null || !measurable.has(measure.as))) return null;
    const { from, where } = rows.found;
    const measuredValue = sql`CAST((${measure?.sql ?? sql`NULL`}) AS DOUBLE PRECISION)`;
    const select = sql`SELECT (${key.sql}) AS k, ${measuredValue} AS v FROM ${from}${whereClause(where)}`;
    const piece = pieceOfDay(scopeOf(query).evaluationContext.timeZone);
    const group = key.as === 'datetime' ? sql`k - ((k % ${piece}) + ${piece}) % ${piece}` : raw('k');
    const figures = sql`SELECT ${group}, COUNT(*), COUNT(v), SUM(v), MIN(v), MAX(v) FROM (${select}) AS rows_`;
    const question = sql`${figures} GROUP BY 1`;
    const { as } = key;
    const divisor = measure?.as === 'money' ? 100 : 1;
    try {
      const found = asking.rows(question.text, question.parameters).map(([value = null, records, values, sum, least, most]): Group => {
        const number = (figure: unknown): number => Number(figure ?? 0) / divisor;
        return {
          key: fromSql(value, as, currency),
          records: Number(records),
          measured: { values: Number(values), sum: number(sum), least: number(least), most: number(most) },
        };
      });
      return found.some(({ key }) => key instanceof Timestamp && key.seconds < quarterHoursSince) ? null : found;
    } catch (error) {
      if (needsEvaluator(error)) return null;
      throw error;
    }
  };

  return { sums, groups };
}
