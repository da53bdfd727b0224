import { isDecimal } from '../decimal.ts';
import { evaluateNode } from '../evaluate.ts';
import type { Node } from '../node.ts';
import { EvaluationError, type Scope } from '../scope.ts';
import { Duration, isFile, isRecord, isRecordList, Money, PlainDate, PlainTime, Timestamp, type Value } from '../value.ts';
import { children } from '../visit.ts';
import type { Catalog, Dialect } from './catalog.ts';
import { parameter, raw, sql } from './fragment.ts';
import { type Representation, toSql } from './represent.ts';
import { failingTerm, knownTerm, type ListTerm, type Term, type ValueTerm, valueTerm } from './term.ts';

/** Where an expression stands while it is translated. */
export interface Place {
  readonly catalog: Catalog;
  readonly dialect: Dialect;
  /** What is known before the query runs. */
  readonly scope: Scope;
  /** Names that are rows, or parts of rows, of the query. */
  readonly bound: ReadonlyMap<string, Term>;
  /** The record that `where` looks at, when it is a row of the query. */
  readonly row: ValueTerm | null;
  /** The place's record, when it is a row of the query. */
  readonly self: ValueTerm | null;
  /** In computed fields an Entity's name is all its records, whatever the person may read. */
  readonly everything: boolean;
  /** How many computed fields we are inside of. */
  readonly depth: number;
  /** A new name for a table in the query. */
  readonly fresh: () => string;
}

/** Does the value of a node depend on no row of the query? */
export function isClosed(node: Node, place: Place, inner: readonly string[] = []): boolean {
  if (node.kind === 'name') {
    switch (node.resolution.kind) {
      case 'bound':
        return inner.includes(node.name) || !place.bound.has(node.name);
      case 'row-field':
      case 'row':
        return place.row === null;
      case 'self-field':
      case 'self':
        return place.self === null;
      case 'entity':
        return !place.everything;
      case 'unknown':
        // Not checked: the evaluator finds out what it is.
        return inner.includes(node.name) || (!place.bound.has(node.name) && node.name !== 'self');
      default:
        return true;
    }
  }
  if (node.kind === 'macro') {
    const within = [...inner, node.variable];
    return (
      isClosed(node.target, place, inner) &&
      isClosed(node.body, place, within) &&
      (node.filter === null || isClosed(node.filter, place, within))
    );
  }
  // A new random text for every record is not one for all of them.
  if (node.kind === 'call' && node.name === 'random') return false;
  return children(node).every((child) => isClosed(child, place, inner));
}

/** What a closed node is: evaluated now, given to the query as a parameter. */
export function evaluated(node: Node, place: Place): Term | null {
  let value: Value;
  try {
    value = evaluateNode(node, place.scope);
  } catch (error) {
    if (error instanceof EvaluationError) return failingTerm;
    throw error;
  }
  return termOf(value, place);
}

export function termOf(value: Value, place: Place): Term | null {
  if (value === null) return valueTerm(raw('NULL'), 'null', 'value', { known: null });
  if (isRecordList(value)) {
    const rows = place.catalog.rows(value, place.fresh);
    return rows === null ? null : { kind: 'rows', ...rows, fails: null };
  }
  if (Array.isArray(value)) return listOf(value as readonly Value[], place);
  const as = representationFor(value);
  if (as === null) return null;
  // Columns hold the document's currency only.
  if (value instanceof Money && value.currency !== place.catalog.currency) return null;
  return knownTerm(value, as, isRecord(value) ? value.entity : null);
}

export function representationFor(value: Value): Representation | null {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'integer';
  if (isDecimal(value)) return 'decimal';
  if (value instanceof Money) return 'money';
  if (value instanceof Timestamp) return 'datetime';
  if (value instanceof Duration) return 'duration';
  if (value instanceof PlainDate) return 'date';
  if (value instanceof PlainTime) return 'time';
  if (value !== null && isRecord(value)) return 'record';
  return value !== null && isFile(value) ? 'file' : null;
}

/** A list that is known before the query runs, as one parameter. Mixed lists stay with the evaluator. */
function listOf(values: readonly Value[], place: Place): ListTerm | null {
  const kinds = new Set(values.flatMap((value) => (value === null ? [] : [representationFor(value)])));
  if (kinds.size > 1) return null;
  const [item = 'text'] = kinds;
  if (item === null || item === 'record' || item === 'file' || item === 'boolean') return null;
  const parts: string[] = [];
  for (const value of values) {
    const scalar = toSql(value, item);
    if (scalar === undefined) return null;
    parts.push(typeof scalar === 'bigint' ? String(scalar) : JSON.stringify(scalar));
  }
  return jsonList(place, parameter(`[${parts.join(',')}]`), item, values.includes(null), null);
}

/** A list that is kept as JSON. */
export function jsonList(
  place: Place,
  json: ListTerm['value'],
  item: Representation,
  nullable: boolean,
  fails: ListTerm['fails'],
): ListTerm {
  const alias = place.fresh();
  return {
    kind: 'list',
    item,
    from: place.dialect.elements(json, alias),
    value: sql`${raw(alias)}.value`,
    nullable,
    where: [],
    fails,
    json,
  };
}

/**
 * Translates a node. `positive`: whoever asked takes NULL for false, so a condition need not tell the two apart
 * (which lets it use indexes). Null: not to be told in SQL.
 */
export type TranslateNode = (node: Node, place: Place, positive: boolean) => Term | null;
