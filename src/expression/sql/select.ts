import { raw, type SqlFragment, sql } from './fragment.ts';
import { failingTerm, nullTerm, type Term, type ValueTerm, valueTerm } from './term.ts';
import type { TranslateNode } from './translation-place.ts';
import { jsonList, type Place } from './translation-place.ts';

/**
 * The maximum nesting of computed fields; beyond it the query would become too large. The evaluator
 * has its own limit.
 */
const deepest = 6;

/** `record.field`: a column of the query's row, or a subquery for a related record. */
export function selectField(record: ValueTerm, field: string, place: Place, translate: TranslateNode): Term | null {
  if (record.as === 'null') return failingTerm;
  if (record.as === 'file') return ofFile(record, field, place);
  if (record.as !== 'record' || record.entity === null) return null;
  const access = place.catalog.field(record.entity, field);
  const table = place.catalog.table(record.entity);
  if (access === null || table === null) return null;
  // Selecting a field of null fails.
  const fails = record.nulls === 'never' ? null : sql`(${record.sql}) IS NULL`;

  switch (access.kind) {
    case 'link': {
      const pairs = place.fresh();
      const target = place.catalog.table(access.entity);
      if (target === null) return null;
      const alias = place.fresh();
      const [own, id] = [raw(`${access.table} AS ${pairs}`), raw(`${pairs}.${access.theirs}`)];
      const from = sql`${own} JOIN ${raw(`${target} AS ${alias} ON ${alias}."id"`)} = ${id}`;
      const where = [sql`${raw(`${pairs}.${access.mine}`)} = ${record.sql}`];
      return { kind: 'rows', entity: access.entity, alias, from, where, fails, pairs: { from: own, id } };
    }
    case 'inverse': {
      const target = place.catalog.table(access.entity);
      if (target === null) return null;
      const alias = place.fresh();
      const where = [sql`${raw(`${alias}.${access.column}`)} = ${record.sql}`];
      return { kind: 'rows', entity: access.entity, alias, from: raw(`${target} AS ${alias}`), where, fails };
    }
    case 'computed': {
      const written =
        record.alias === null || fails !== null ? null : (place.catalog.written?.(record.entity, field, record.alias) ?? null);
      if (written === null) return computedField(access.node, record, table, fails, place, translate);
      return valueTerm(raw(written.text), written.as, written.nullable ? 'value' : 'never', { entity: written.entity });
    }
    case 'counting id': {
      // A relation already stores the id, so the other table is not needed.
      const text = record.alias === null ? record.sql : raw(`${record.alias}.${access.column}`);
      return valueTerm(place.dialect.countingId(text), 'integer', fails === null ? 'never' : 'failure', { text });
    }
    case 'list': {
      if (record.alias !== null)
        return jsonList(place, raw(`${record.alias}.${access.column}`), access.item, { nullable: true, fails: null });
      const alias = place.fresh();
      const json = sql`(SELECT ${raw(`${alias}.${access.column}`)} FROM ${raw(table)} AS ${raw(alias)} WHERE ${raw(alias)}."id" = ${record.sql})`;
      return jsonList(place, json, access.item, { nullable: true, fails });
    }
    case 'column': {
      const more = { entity: access.entity };
      if (record.alias !== null) {
        return valueTerm(raw(`${record.alias}.${access.column}`), access.as, access.nullable ? 'value' : 'never', more);
      }
      const [alias, as] = [place.fresh(), access.as];
      const rows = sql`FROM ${raw(table)} AS ${raw(alias)} WHERE ${raw(alias)}`;
      const value = sql`(SELECT ${raw(`${alias}.${access.column}`)} ${rows}."id" = ${record.sql})`;
      const having = (sought: SqlFragment): SqlFragment => sql`(SELECT ${raw(alias)}."id" ${rows}.${raw(access.column)} = ${sought})`;
      const owner = access.unique ? { owner: { relation: record.sql, having } } : {};
      if (fails === null) return valueTerm(value, as, access.nullable ? 'value' : 'never', { ...more, ...owner });
      return valueTerm(value, as, access.nullable ? 'both' : 'failure', { ...more, ...owner, ...(access.nullable ? { fails } : {}) });
    }
  }
}

type Computed = Parameters<TranslateNode>[0];

function computedField(
  node: Computed,
  record: ValueTerm,
  table: string,
  fails: ValueTerm['fails'],
  place: Place,
  translate: TranslateNode,
): Term | null {
  if (place.depth >= deepest) return null;
  const alias = record.alias ?? place.fresh();
  const self = valueTerm(record.alias === null ? raw(`${alias}."id"`) : record.sql, 'record', 'never', { entity: record.entity, alias });
  const scope = { evaluationContext: place.scope.evaluationContext, self: null, row: null, old: null, bound: new Map() };
  const inside: Place = { ...place, scope, bound: new Map(), row: null, self, everything: true, depth: place.depth + 1 };
  const term = translate(node, inside, false);
  // A computed list would have to be built and unpacked again, so the evaluator handles it.
  if (term === null || term.kind !== 'value') return null;
  const { as, entity } = term;
  if (as === 'null') return fails === null ? nullTerm : valueTerm(raw('NULL'), 'null', 'both', { fails });
  // A computed field that cannot be evaluated is null, so its NULL is a value.
  const nulls = term.nulls === 'never' ? 'never' : 'value';
  if (record.alias !== null) return valueTerm(term.sql, as, nulls, { entity, ...(term.known === undefined ? {} : { known: term.known }) });
  const value = sql`(SELECT ${term.sql} FROM ${raw(table)} AS ${raw(alias)} WHERE ${raw(alias)}."id" = ${record.sql})`;
  if (fails === null) return valueTerm(value, as, nulls, { entity });
  return nulls === 'never' ? valueTerm(value, as, 'failure', { entity }) : valueTerm(value, as, 'both', { entity, fails });
}

/** A property in a file's description; null for any other name. */
function ofFile(file: ValueTerm, field: string, { dialect }: Place): Term | null {
  if (field !== 'name' && field !== 'mediaType' && field !== 'size') return null;
  return valueTerm(dialect.ofFile(file.sql, field), field === 'size' ? 'integer' : 'text', file.nulls === 'never' ? 'never' : 'failure');
}
