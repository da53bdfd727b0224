import type { Node } from '../node.ts';
import { equality } from './comparison.ts';
import { anyOf, join, raw, type SqlFragment, sql } from './fragment.ts';
import { countOf, elementOf, existsIn, gathered, type List, listFrom } from './gather.ts';
import { asCondition } from './logic.ts';
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
import type { Place, TranslateNode } from './translation-place.ts';

type MacroNode = Extract<Node, { kind: 'macro' }>;

export function translateMacro(node: MacroNode, place: Place, translate: TranslateNode): Term | null {
  // SQL cannot compute each entry from the one before.
  if (node.macro === 'series') return null;
  const list = translate(node.target, place, false);
  if (list === null) return null;
  if (list.kind === 'value') return list.as === 'null' ? failingTerm : null;
  const inside = insideOf(node, list, place);
  if (node.macro === 'map') return mapped(node, list, inside, translate);
  return list.kind === 'rows' ? overRecords(node, list, inside, translate) : overValues(node, list, inside, translate);
}

const insideOf = (node: MacroNode, list: List, place: Place): Place => ({
  ...place,
  bound: new Map([...place.bound, [node.variable, elementOf(list)]]),
});

/**
 * A record whose condition cannot be evaluated does not satisfy it, so NULL counts as false
 * everywhere here.
 */
function overRecords(node: MacroNode, list: RowsTerm, place: Place, translate: TranslateNode): Term | null {
  const condition = asCondition(translate(node.body, place, true));
  if (condition === null) return null;
  const answer = (fragment: SqlFragment): Term => conditionTerm(guarded(list.fails, fragment), list.fails !== null);
  switch (node.macro) {
    case 'exists':
      return answer(existsIn(list, condition.sql));
    case 'exists_one':
      return answer(sql`(${countOf({ ...list, where: [...list.where, condition.sql] }, place)} = 1)`);
    case 'all':
      return answer(sql`(NOT ${existsIn(list, sql`NOT coalesce(${condition.sql}, FALSE)`)})`);
    default:
      return { ...list, where: [...list.where, condition.sql] };
  }
}

/** CEL's own rules: a failure counts unless another element decides the result. */
function overValues(node: MacroNode, list: ListTerm, place: Place, translate: TranslateNode): Term | null {
  const body = asCondition(translate(node.body, place, false));
  if (body === null) return null;
  const condition = list.item === 'record' ? ofRecord(body, list) : body;
  const failing = condition.nulls !== 'never';
  const answer = (fragment: SqlFragment): Term => conditionTerm(guarded(list.fails, fragment), failing || list.fails !== null);
  const unsure = existsIn(list, sql`(${condition.sql}) IS NULL`);
  const yes = existsIn(list, condition.sql);
  const no = existsIn(list, sql`NOT ${condition.sql}`);
  const kept: ListTerm = { ...list, where: [...list.where, condition.sql], json: null };
  switch (node.macro) {
    case 'exists':
      return answer(failing ? sql`CASE WHEN ${yes} THEN TRUE WHEN ${unsure} THEN NULL ELSE FALSE END` : yes);
    case 'all':
      return answer(failing ? sql`CASE WHEN ${no} THEN FALSE WHEN ${unsure} THEN NULL ELSE TRUE END` : sql`(NOT ${no})`);
    case 'exists_one': {
      const one = sql`(${countOf(kept, place)} = 1)`;
      return answer(failing ? sql`CASE WHEN ${unsure} THEN NULL ELSE ${one} END` : one);
    }
    default:
      return failing ? { ...kept, fails: anyOf([...(list.fails === null ? [] : [list.fails]), unsure]) } : kept;
  }
}

/**
 * The condition for records in a list that are no rows. As with rows, one whose condition fails
 * does not satisfy it; for a null element, the failure remains.
 */
function ofRecord(condition: ValueTerm, list: ListTerm): ValueTerm {
  if (condition.nulls === 'never') return condition;
  const decided = sql`coalesce(${condition.sql}, FALSE)`;
  return list.nullable
    ? conditionTerm(sql`CASE WHEN ${list.value} IS NULL THEN ${condition.sql} ELSE ${decided} END`, true)
    : conditionTerm(decided, false);
}

/**
 * The elements that `map` visits: all of them, or those that satisfy its condition if it has three
 * arguments.
 */
function keptBy(node: MacroNode, list: List, place: Place, translate: TranslateNode): List | null {
  if (node.filter === null) return list;
  const filter = asCondition(translate(node.filter, place, list.kind === 'rows'));
  if (filter === null) return null;
  const condition = list.kind === 'list' && list.item === 'record' ? ofRecord(filter, list) : filter;
  if (list.kind === 'rows') return { ...list, where: [...list.where, condition.sql] };
  const fails = condition.nulls === 'never' ? list.fails : failureOfList(list, sql`(${condition.sql}) IS NULL`);
  return { ...list, where: [...list.where, condition.sql], fails, json: null };
}

/**
 * The list's failure condition, extended so that one element with `failure` makes the whole list
 * fail.
 */
const failureOfList = (list: List, failure: SqlFragment | null): SqlFragment | null => {
  const failures = [...(list.fails === null ? [] : [list.fails]), ...(failure === null ? [] : [existsIn(list, failure)])];
  return failures.length === 0 ? null : anyOf(failures);
};

/** The results of `map` as a list. One failing element makes the whole list fail. */
function mapped(node: MacroNode, list: List, place: Place, translate: TranslateNode): Term | null {
  const kept = keptBy(node, list, place, translate);
  const value = translate(node.body, place, false);
  // Lists of lists are left to the evaluator.
  if (kept === null || value?.kind !== 'value' || value.as === 'null' || value.as === 'opaque') return null;
  return {
    kind: 'list',
    item: value.as,
    entity: value.entity,
    from: kept.from,
    value: value.sql,
    order: kept.kind === 'list' ? kept.order : place.catalog.order(kept.entity, kept.alias),
    nullable: value.nulls !== 'never' && value.nulls !== 'failure',
    where: kept.where,
    fails: failureOfList(kept, failureOf(value)),
    json: null,
  };
}

/**
 * `distinct(items.map(i, i.tags))`: all inner lists as one list. Null if the node is no `map` that
 * returns lists.
 */
export function flattened(node: Node, place: Place, translate: TranslateNode): ListTerm | null {
  if (node.kind !== 'macro' || node.macro !== 'map') return null;
  const list = translate(node.target, place, false);
  if (list === null || list.kind === 'value') return null;
  const inside = insideOf(node, list, place);
  const kept = keptBy(node, list, inside, translate);
  const inner = kept === null ? null : translate(node.body, inside, false);
  if (kept === null || inner === null || inner.kind === 'value') return null;
  // In FROM, only a table's columns or a function's arguments may refer to earlier tables.
  if (inner.kind === 'list' && inner.json === null) return null;
  return {
    kind: 'list',
    item: inner.kind === 'list' ? inner.item : 'record',
    entity: inner.entity,
    from: sql`${kept.from} CROSS JOIN ${inner.from}`,
    value: elementOf(inner).sql,
    order: join([orderOf(kept, place), orderOf(inner, place)], ', '),
    nullable: inner.kind === 'list' && inner.nullable,
    where: [...kept.where, ...inner.where],
    fails: failureOfList(kept, inner.fails),
    json: null,
  };
}

const orderOf = (list: List, { catalog }: Place): SqlFragment =>
  list.kind === 'list' ? list.order : catalog.order(list.entity, list.alias);

/**
 * `[a, b]` with elements that depend on a row. Elements with different SQL types (an integer and a
 * decimal) are left to the evaluator.
 */
export function translateItems(items: readonly Node[], place: Place, translate: TranslateNode): ListTerm | null {
  const terms: ValueTerm[] = [];
  for (const item of items) {
    const term = translate(item, place, false);
    if (term?.kind !== 'value' || term.as === 'opaque') return null;
    terms.push(term);
  }
  return listOfTerms(terms, place);
}

export function listOfTerms(terms: readonly ValueTerm[], place: Place): ListTerm | null {
  const present = terms.filter((term) => term.as !== 'null');
  const [first] = present;
  const as = first?.as;
  if (as === undefined || as === 'null' || as === 'opaque' || as === 'file') return null;
  if (present.some((term) => term.as !== as || term.entity !== first?.entity)) return null;
  const rows = terms.map((term, place_) => {
    const value = term.as === 'null' ? place.dialect.parameter(null, as) : term.sql;
    return sql`SELECT ${value} AS value, ${raw(String(place_))} AS key`;
  });
  const nullable = terms.some((term) => term.nulls === 'value' || term.nulls === 'both');
  return listFrom(join(rows, ' UNION ALL '), { item: as, entity: first?.entity ?? null, nullable, fails: failureOfAny(terms) }, place);
}

/** `a + b` for two lists. */
export function joined(a: List, b: List, place: Place): ListTerm | null {
  const empty = (list: List): boolean => list.kind === 'list' && list.empty === true;
  const [left, right] = [asListTerm(a, place), asListTerm(b, place)];
  if (empty(b)) return { ...left, fails: failureOfAny([a, b]) };
  if (empty(a)) return { ...right, fails: failureOfAny([a, b]) };
  if (left.item !== right.item || left.entity !== right.entity) return null;
  const part = (list: List, before: number): SqlFragment => {
    const alias = raw(place.fresh());
    return sql`SELECT ${alias}.v AS value, ${raw(String(before))} AS part, ${alias}.k AS place FROM (${gathered(list, place)}) AS ${alias}`;
  };
  const rows = sql`${part(a, 0)} UNION ALL ${part(b, 1)}`;
  const alias = place.fresh();
  return {
    ...left,
    from: sql`(${rows}) AS ${raw(alias)}`,
    value: raw(`${alias}.value`),
    order: raw(`${alias}.part, ${alias}.place`),
    nullable: left.nullable || right.nullable,
    where: [],
    fails: failureOfAny([a, b]),
    json: null,
  };
}

export function asListTerm(list: List, place: Place): ListTerm {
  if (list.kind === 'list') return list;
  const { from, where, fails, entity } = list;
  return {
    kind: 'list',
    item: 'record',
    entity,
    from,
    where,
    fails,
    value: elementOf(list).sql,
    order: orderOf(list, place),
    nullable: false,
    json: null,
  };
}

/** `list[i]`: fails outside the list. */
export function translateIndex(node: Extract<Node, { kind: 'index' }>, place: Place, translate: TranslateNode): Term | null {
  const list = translate(node.operand, place, false);
  const index = translate(node.index, place, false);
  if (list === null || list.kind === 'value' || index?.kind !== 'value') return null;
  if (index.as === 'null') return failingTerm;
  if (index.as !== 'integer') return null;
  const { item, entity } = asListTerm(list, place);
  const alias = raw(place.fresh());
  const at = sql`FROM (${gathered(list, place)}) AS ${alias} WHERE ${alias}.k - 1 = ${index.sql}`;
  const value = sql`(SELECT ${alias}.v ${at})`;
  const failures = [...(list.fails === null ? [] : [list.fails]), sql`NOT EXISTS (SELECT 1 ${at})`];
  if (list.kind === 'rows' || !list.nullable) return valueTerm(guarded(list.fails, value), item, 'failure', { entity });
  return valueTerm(guarded(list.fails, value), item, 'both', { entity, fails: anyOf(failures) });
}

/** `x in list`: whether an element equals x. */
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
  if (list.kind === 'value') return list.as === 'null' ? failingTerm : null;
  const failure = failureOfAny([x, list]);
  if (x.as === 'null' && x.nulls === 'failure') return failingTerm;
  const never = (): Term => (failure === null ? falseTerm : conditionTerm(guarded(failure, raw('FALSE')), true));
  // Records are never null.
  if ((x.as === 'null' && list.kind === 'rows') || (list.kind === 'list' && list.empty === true)) return never();
  if (list.kind === 'rows' && (x.as !== 'record' || x.entity !== list.entity)) return null;
  if (isText(x) && list.kind === 'list' && list.item === 'text' && list.json !== null && list.where.length === 0) {
    const held = place.dialect.listHolds(list.json, x.sql);
    if (held !== null) return conditionTerm(guarded(list.fails, held), list.fails !== null);
  }
  const same = equality(x, elementOf(list), true, place, list.kind === 'rows' || !list.nullable);
  if (same?.kind !== 'value') return null;
  return conditionTerm(guarded(positive ? (list.fails ?? null) : failure, existsIn(list, same.sql)), failure !== null);
}

/** Whether the value is a text that is never null and is also stored as text. */
const isText = (x: ValueTerm): boolean => x.as === 'text' && x.nulls === 'never' && x.text === undefined;

/** `status in ["open", "assigned"]`: uses IN where possible, so that an index applies. */
function inItems(x: ValueTerm, items: readonly Node[], place: Place, positive: boolean, translate: TranslateNode): Term | null {
  const terms: ValueTerm[] = [];
  for (const item of items) {
    const term = translate(item, place, false);
    if (term?.kind !== 'value') return null;
    terms.push(term);
  }
  const failure = failureOfAny([x, ...terms]);
  const plain = terms.every((term) => term.as === x.as && term.nulls === 'never' && term.entity === x.entity) && x.as !== 'opaque';
  if (plain && x.as !== 'file' && x.as !== 'null' && x.text === undefined && (positive || x.nulls === 'never' || x.nulls === 'failure')) {
    if (terms.length === 0) return conditionTerm(guarded(failure, raw('FALSE')), failure !== null);
    const list = terms.map((term) => term.sql);
    return conditionTerm(sql`(${x.sql} IN (${join(list, ', ')}))`, x.nulls !== 'never');
  }
  const tests: SqlFragment[] = [];
  for (const term of terms) {
    const same = equality(x, term, true, place, false);
    if (same?.kind !== 'value') return null;
    tests.push(same.sql);
  }
  return conditionTerm(guarded(failure, anyOf(tests)), failure !== null);
}
