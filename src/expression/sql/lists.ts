import type { Node } from '../node.ts';
import { equality } from './comparison.ts';
import { allOf, anyOf, raw, type SqlFragment, sql } from './fragment.ts';
import { asCondition } from './logic.ts';
import type { Place, TranslateNode } from './place.ts';
import {
  conditionTerm,
  failingTerm,
  failureOf,
  failureOfAny,
  falseTerm,
  guarded,
  type ListTerm,
  type RowsTerm,
  type Term,
  type ValueTerm,
  valueTerm,
} from './term.ts';

type MacroNode = Extract<Node, { kind: 'macro' }>;
type List = ListTerm | RowsTerm;

export const whereOf = (list: List): SqlFragment => allOf(list.where);
export const existsIn = (list: List, condition: SqlFragment): SqlFragment =>
  sql`EXISTS (SELECT 1 FROM ${list.from} WHERE ${allOf([...list.where, condition])})`;
export const countOf = (list: List): SqlFragment => sql`(SELECT count(*) FROM ${list.from} WHERE ${whereOf(list)})`;

export function elementOf(list: List): ValueTerm {
  if (list.kind === 'list') return valueTerm(list.value, list.item, list.nullable ? 'value' : 'never');
  return valueTerm(sql`${raw(list.alias)}."id"`, 'record', 'never', { entity: list.entity, alias: list.alias });
}

export function translateMacro(node: MacroNode, place: Place, translate: TranslateNode): Term | null {
  const list = translate(node.target, place, false);
  if (list === null) return null;
  if (list.kind === 'value') return list.as === 'null' && list.nulls === 'failure' ? failingTerm : null;
  const inside: Place = { ...place, bound: new Map([...place.bound, [node.variable, elementOf(list)]]) };
  return list.kind === 'rows' ? overRecords(node, list, inside, translate) : overValues(node, list, inside, translate);
}

/** A record for which the condition cannot be evaluated does not satisfy it: NULL counts as false everywhere here. */
function overRecords(node: MacroNode, list: RowsTerm, place: Place, translate: TranslateNode): Term | null {
  if (node.macro === 'map') return mapped(node, list, place, translate);
  const condition = asCondition(translate(node.body, place, true));
  if (condition === null) return null;
  const answer = (fragment: SqlFragment): Term => conditionTerm(guarded(list.fails, fragment), list.fails !== null);
  switch (node.macro) {
    case 'filter':
      return { ...list, where: [...list.where, condition.sql] };
    case 'exists':
      return answer(existsIn(list, condition.sql));
    case 'exists_one':
      return answer(sql`(${countOf({ ...list, where: [...list.where, condition.sql] })} = 1)`);
    case 'all':
      return answer(sql`(NOT ${existsIn(list, sql`NOT coalesce(${condition.sql}, 0)`)})`);
  }
}

/** CEL's own rules: a failure counts unless another element decides. */
function overValues(node: MacroNode, list: ListTerm, place: Place, translate: TranslateNode): Term | null {
  if (node.macro === 'map') return mapped(node, list, place, translate);
  const condition = asCondition(translate(node.body, place, false));
  if (condition === null) return null;
  const failing = condition.nulls !== 'never';
  const answer = (fragment: SqlFragment): Term => conditionTerm(guarded(list.fails, fragment), failing || list.fails !== null);
  const unsure = existsIn(list, sql`(${condition.sql}) IS NULL`);
  const yes = existsIn(list, condition.sql);
  const no = existsIn(list, sql`NOT ${condition.sql}`);
  switch (node.macro) {
    case 'exists':
      return answer(failing ? sql`CASE WHEN ${yes} THEN 1 WHEN ${unsure} THEN NULL ELSE 0 END` : yes);
    case 'all':
      return answer(failing ? sql`CASE WHEN ${no} THEN 0 WHEN ${unsure} THEN NULL ELSE 1 END` : sql`(NOT ${no})`);
    case 'exists_one': {
      const one = sql`(${countOf({ ...list, where: [...list.where, condition.sql] })} = 1)`;
      return answer(failing ? sql`CASE WHEN ${unsure} THEN NULL ELSE ${one} END` : one);
    }
    case 'filter': {
      const fails = failing ? anyOf([...(list.fails === null ? [] : [list.fails]), unsure]) : list.fails;
      return { ...list, where: [...list.where, condition.sql], fails, json: null };
    }
  }
}

/** What each element gives, as a list of plain values. One that fails makes the whole fail. */
function mapped(node: MacroNode, list: List, place: Place, translate: TranslateNode): Term | null {
  let kept: List = list;
  if (node.filter !== null) {
    const condition = asCondition(translate(node.filter, place, list.kind === 'rows'));
    if (condition === null || (list.kind === 'list' && condition.nulls !== 'never')) return null;
    kept = { ...list, where: [...list.where, condition.sql] };
  }
  const value = translate(node.body, place, false);
  // Lists of records that are not rows of one table, and lists of lists, stay with the evaluator.
  if (value?.kind !== 'value' || value.as === 'null' || value.as === 'opaque' || value.as === 'record') return null;
  const failure = failureOf(value);
  const failures = [...(list.fails === null ? [] : [list.fails]), ...(failure === null ? [] : [existsIn(kept, failure)])];
  return {
    kind: 'list',
    item: value.as,
    from: kept.from,
    value: value.sql,
    nullable: value.nulls !== 'never',
    where: kept.where,
    fails: failures.length === 0 ? null : anyOf(failures),
    json: null,
  };
}

/** `x in list`: is one of its elements equal to x? */
export function translateMembership(
  node: Extract<Node, { kind: 'binary' }>,
  place: Place,
  positive: boolean,
  translate: TranslateNode,
): Term | null {
  const x = translate(node.left, place, false);
  if (x?.kind !== 'value') return null;
  if (node.right.kind === 'list') return inItems(x, node.right.items, place, positive, translate);
  const list = translate(node.right, place, false);
  if (list === null) return null;
  if (list.kind === 'value') return list.as === 'null' && list.nulls === 'failure' ? failingTerm : null;
  const failure = failureOfAny([x, list]);
  if (x.as === 'null') {
    if (x.nulls === 'failure') return failingTerm;
    // Records are never null.
    if (list.kind === 'rows') return failure === null ? falseTerm : conditionTerm(guarded(failure, raw('0')), true);
  }
  if (list.kind === 'rows' && (x.as !== 'record' || x.entity !== list.entity)) return null;
  const same = equality(x, elementOf(list), true, place, list.kind === 'rows' || !list.nullable);
  if (same?.kind !== 'value') return null;
  return conditionTerm(guarded(positive ? (list.fails ?? null) : failure, existsIn(list, same.sql)), failure !== null);
}

/** `status in ["open", "assigned"]`: as IN where it can be, for the index. */
function inItems(x: ValueTerm, items: readonly Node[], place: Place, positive: boolean, translate: TranslateNode): Term | null {
  const terms: ValueTerm[] = [];
  for (const item of items) {
    const term = translate(item, place, false);
    if (term?.kind !== 'value') return null;
    terms.push(term);
  }
  const failure = failureOfAny([x, ...terms]);
  const plain = terms.every((term) => term.as === x.as && term.nulls === 'never' && term.entity === x.entity) && x.as !== 'opaque';
  if (plain && x.as !== 'file' && (positive || x.nulls === 'never' || x.nulls === 'failure')) {
    if (terms.length === 0) return conditionTerm(guarded(failure, raw('0')), failure !== null);
    const list = terms.map((term) => term.sql);
    return conditionTerm(sql`(${x.sql} IN (${joined(list)}))`, x.nulls !== 'never');
  }
  const tests: SqlFragment[] = [];
  for (const term of terms) {
    const same = equality(x, term, true, place, false);
    if (same?.kind !== 'value') return null;
    tests.push(same.sql);
  }
  return conditionTerm(guarded(failure, anyOf(tests)), failure !== null);
}

const joined = (pieces: readonly SqlFragment[]): SqlFragment => ({
  text: pieces.map((piece) => piece.text).join(', '),
  parameters: pieces.flatMap((piece) => piece.parameters),
});
