import { allOf, raw, type SqlFragment, sql } from './fragment.ts';
import type { Representation } from './represent.ts';
import { type ListTerm, type RowsTerm, type ValueTerm, valueTerm } from './term.ts';
import type { Place } from './translation-place.ts';

export type List = ListTerm | RowsTerm;

export const whereOf = (list: List): SqlFragment => allOf(list.where);

export const existsIn = (list: List, condition: SqlFragment): SqlFragment => {
  const where = allOf([...list.where, condition]);
  return sql`EXISTS (SELECT 1 FROM ${fromFor(list, where)} WHERE ${where})`;
};

/**
 * A foreign key guarantees that each pair leads to a record, so the record's own table is joined
 * only if the condition refers to it.
 */
const fromFor = (list: List, where: SqlFragment): SqlFragment =>
  list.kind === 'rows' && list.pairs !== undefined && !where.text.includes(`${list.alias}.`) ? list.pairs.from : list.from;

export function countOf(list: List, { dialect }: Place): SqlFragment {
  if (list.kind === 'list' && list.json !== null) return dialect.listSize(list.json);
  const where = whereOf(list);
  return sql`(SELECT count(*) FROM ${fromFor(list, where)} WHERE ${where})`;
}

export function elementOf(list: List): ValueTerm {
  if (list.kind === 'list') return valueTerm(list.value, list.item, list.nullable ? 'value' : 'never', { entity: list.entity });
  return valueTerm(list.pairs?.id ?? raw(`${list.alias}."id"`), 'record', 'never', { entity: list.entity, alias: list.alias });
}

export const itemOf = (list: List): Representation => (list.kind === 'list' ? list.item : 'record');

/** A SELECT that returns the values of a list as `v` and their positions from 1 as `k`. */
export function gathered(list: List, place: Place): SqlFragment {
  return sql`SELECT ${elementOf(list).sql} AS v, row_number() OVER (ORDER BY ${orderOf(list, place)}) AS k FROM ${list.from} WHERE ${whereOf(list)}`;
}

const orderOf = (list: List, { catalog }: Place): SqlFragment =>
  list.kind === 'list' ? list.order : catalog.order(list.entity, list.alias);

/** A list of the values that a SELECT returns as `value`, ordered by `key`. */
export function listFrom(select: SqlFragment, like: Pick<ListTerm, 'item' | 'entity' | 'nullable' | 'fails'>, { fresh }: Place): ListTerm {
  const alias = fresh();
  const { item, entity, nullable, fails } = like;
  return {
    kind: 'list',
    item,
    entity,
    nullable,
    fails,
    from: sql`(${select}) AS ${raw(alias)}`,
    value: raw(`${alias}.value`),
    order: raw(`${alias}.key`),
    where: [],
    json: null,
  };
}
