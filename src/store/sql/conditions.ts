import type { Expression } from '../../expression/expression.ts';
import type { Dialect } from '../../expression/sql/dialect.ts';
import type { SqlFragment } from '../../expression/sql/fragment.ts';
import type { ValueTerm } from '../../expression/sql/term.ts';
import { type TranslationContext, translate, translateField } from '../../expression/sql/translate.ts';
import type { RunModel } from '../../model/run-model.ts';
import { plainContext } from '../memory/plain-context.ts';
import { columnFor, overlapWhere, type Schema, type TableSchema, uniqueWhere } from '../schema.ts';
import { createCatalog } from './catalog.ts';
import { identifier, inlineParameters } from './identifier.ts';
import type { Conditions } from './kept-conditions.ts';
import type { SqlEngine } from './sql-engine.ts';
import { currencyOf } from './write.ts';

/** Translates the conditions of a document for definitions in its database. */
export function conditionsOf(model: RunModel, schema: Schema, sqlEngine: SqlEngine): Conditions {
  const catalog = createCatalog(model, schema, currencyOf(model), () => null);
  const scope = { evaluationContext: plainContext(model), self: null, row: null, old: null, bound: new Map() };

  // Repeats a value that is used twice, because definitions cannot contain subqueries.
  const dialect: Dialect = { ...sqlEngine.dialect, reused: (value, use) => use(value) };
  const contextOf = (table: TableSchema, alias: string | null, fresh: () => string): TranslationContext => ({
    catalog,
    dialect,
    scope,
    row: { entity: table.entity, alias: alias ?? unnamed, variable: null },
    fresh,
  });
  const inSql = (table: TableSchema, where: Expression | null, alias: string | null): string | null => {
    if (where === null) return 'TRUE';
    if (where.node === null || !looksAtItselfOnly(table, where)) return null;
    return written(dialect, (fresh) => (where.node === null ? null : translate(where.node, contextOf(table, alias, fresh))));
  };

  const computed: Conditions['computed'] = (table, field, alias) => {
    const known = model.entities.find((entity) => entity.name.text === table.entity)?.byName.get(field)?.computed ?? null;
    if (known === null || !looksAtItselfOnly(table, known)) return null;
    let term: ValueTerm | null = null;
    const text = written(dialect, (fresh) => {
      term = translateField(field, contextOf(table, alias, fresh));
      return (term as ValueTerm | null)?.sql ?? null;
    });
    return text === null || term === null ? null : { text, term };
  };
  const computedFields = new Map<string, ReturnType<Conditions['computed']>>();

  return {
    unique: (table, unique, alias) => inSql(table, uniqueWhere(model, table.entity, unique), alias),
    computed(table, field, alias) {
      const key = JSON.stringify([table.entity, field, alias]);
      const found = computedFields.get(key) ?? (computedFields.has(key) ? null : computed(table, field, alias));
      computedFields.set(key, found);
      return found;
    },
    conditionSql: inSql,
    column: ({ column }) => identifier(column),
    overlap: (table, overlap, alias) => inSql(table, overlapWhere(model, table.entity, overlap), alias),
  };
}

/**
 * Whether an expression reads only stored fields of the record itself and constants, so nothing
 * depends on the time or the person.
 */
function looksAtItselfOnly(table: TableSchema, { reads, source }: Expression): boolean {
  const own = [...reads.self, ...reads.row];
  const elsewhere = reads.fields.filter((field) => !own.some((name) => field === `${table.entity}.${name}`));
  const plain = own.every((name) => {
    const column = columnFor(table, name);
    return column !== null && column.type !== 'list' && column.type !== 'json' && column.type !== 'file';
  });
  return (
    plain &&
    !byTheClock.test(source) &&
    elsewhere.length === 0 &&
    reads.entities.length === 0 &&
    reads.bound.length === 0 &&
    !reads.me &&
    !reads.now
  );
}

/** The most characters in a definition; deeply nested expressions stay in the query. */
const longest = 2000;

/**
 * Placeholder for the table where columns are unqualified: SQLite allows no qualifier in an index.
 */
const unnamed = '"~"';

/** Functions that depend on TIME_ZONE although the expression does not mention it. */
const byTheClock = /\b(get[A-Z]\w*|datetime|timestamp|string|date)\s*\(/;

/**
 * Definitions take no parameters: constants and literals are written out. Null if that is
 * impossible.
 */
function written(dialect: Dialect, translated: (fresh: () => string) => SqlFragment | null): string | null {
  let tables = 0;
  const fragment = translated(() => `t${++tables}`);
  // They also contain no queries and no functions of ours, because other programs open the database
  // as well. An expression that may fail could prevent any write of a record.
  if (fragment === null || tables > 0 || fragment.text.length > longest || dialect.mayAsk(fragment)) return null;
  const text = fragment.text.replaceAll(`${unnamed}.`, '');
  if (/\bSELECT\b|ninefold/.test(text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, ''))) return null;
  return inlineParameters({ text, parameters: fragment.parameters });
}
