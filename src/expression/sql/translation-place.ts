import { evaluateNode } from '../evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../evaluate/scope.ts';
import type { Node } from '../node.ts';
import { isDecimal } from '../values/decimal.ts';
import { Duration, isFile, isRecord, isRecordList, Money, PlainDate, PlainTime, Timestamp, type Value } from '../values/value.ts';
import { children } from '../visit.ts';
import type { Catalog } from './catalog.ts';
import type { Dialect } from './dialect.ts';
import { raw, type SqlFragment, sql } from './fragment.ts';
import { isKept, listToSql, type Representation, toSql } from './represent.ts';
import { failingTerm, falseTerm, type ListTerm, nullTerm, type Term, trueTerm, type ValueTerm, valueTerm } from './term.ts';

/** The context of the expression being translated. */
export interface Place {
  readonly catalog: Catalog;
  readonly dialect: Dialect;
  /** The values known before the query runs. */
  readonly scope: Scope;
  /** Names bound to rows of the query, or to parts of them. */
  readonly bound: ReadonlyMap<string, Term>;
  /** The record that `where` filters, if it is a row of the query. */
  readonly row: ValueTerm | null;
  /** The current record, if it is a row of the query. */
  readonly self: ValueTerm | null;
  /** Inside computed fields, an entity's name means all its records, regardless of permissions. */
  readonly everything: boolean;
  readonly symbols: Symbols | null;
  /** The nesting depth of computed fields. */
  readonly depth: number;
  /** Returns a new table name for the query. */
  readonly fresh: () => string;
  /** Receives each closed node and returns its term instead of `evaluated`; null: not traced. */
  readonly trace: Trace | null;
}

export interface Trace {
  closed(node: Node, place: Place): Term | null;
}

/**
 * Names that SQL resolves when the query runs. Null for a name that SQL cannot know: expressions
 * that read it cannot be translated.
 */
export type Symbols = ReadonlyMap<'me' | 'now' | 'today' | 'token', ValueTerm | null>;

/** Whether a node's value is independent of the query's rows. */
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
      case 'me':
      case 'now':
      case 'today':
      case 'token':
        return place.symbols === null || !place.symbols.has(node.resolution.kind);
      case 'unknown':
        // An unchecked name, which the evaluator resolves.
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
  // random() must return a new text for every record.
  if (node.kind === 'call' && node.name === 'random') return false;
  return children(node).every((child) => isClosed(child, place, inner));
}

/** The term of a closed node: evaluated now and passed to the query as a parameter. */
export const evaluated = (node: Node, place: Place): Term | null =>
  place.trace === null ? closedTerm(closedValue(node, place.scope), place) : place.trace.closed(node, place);

/** Marks a value that cannot be evaluated. */
export const failed: unique symbol = Symbol('failed');
export type Failed = typeof failed;

export function closedValue(node: Node, scope: Scope): Value | Failed {
  try {
    return evaluateNode(node, scope);
  } catch (error) {
    if (error instanceof EvaluationError) return failed;
    throw error;
  }
}

/** The parts of a Place that terms for values need. */
type Values = Pick<Place, 'catalog' | 'dialect' | 'fresh'>;

export const closedTerm = (value: Value | Failed, place: Values): Term | null => (value === failed ? failingTerm : termOf(value, place));

function termOf(value: Value, place: Values): Term | null {
  if (value === null) return nullTerm;
  if (isRecordList(value)) {
    const rows = place.catalog.rows(value, place.fresh);
    return rows === null ? null : { kind: 'rows', ...rows, fails: null };
  }
  if (Array.isArray(value)) return listOf(value as readonly Value[], place);
  const as = representationFor(value, place);
  return as === null ? null : knownTerm(value, as, place.dialect, isRecord(value) ? value.entity : null);
}

/** A term for a value known before the query runs; null if SQL cannot represent it exactly. */
function knownTerm(value: Value, as: Representation, dialect: Dialect, entity: string | null = null): ValueTerm | null {
  if (value === null) return nullTerm;
  if (typeof value === 'boolean') return value ? trueTerm : falseTerm;
  if (typeof value === 'string' && !isKept(value)) return null;
  const scalar = toSql(value, as);
  if (scalar === undefined) return null;
  return valueTerm(dialect.parameter(scalar, as), as, 'never', { known: value, entity });
}

function representationFor(value: Value, { catalog }: Values): Representation | null {
  if (value === null) return null;
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'integer';
  if (isDecimal(value)) return 'decimal';
  // Columns contain only the document's currency.
  if (value instanceof Money) return value.currency === catalog.currency ? 'money' : null;
  if (value instanceof Timestamp) return 'datetime';
  if (value instanceof Duration) return 'duration';
  if (value instanceof PlainDate) return 'date';
  if (value instanceof PlainTime) return 'time';
  if (isRecord(value)) return 'record';
  return isFile(value) ? 'file' : null;
}

/** A list known before the query runs, as one parameter. Mixed lists are left to the evaluator. */
function listOf(values: readonly Value[], place: Values): ListTerm | null {
  const present = values.filter((value) => value !== null);
  const kinds = new Set(present.map((value) => representationFor(value, place)));
  const entities = new Set(present.map((value) => (isRecord(value) ? value.entity : null)));
  if (kinds.size > 1 || entities.size > 1) return null;
  const [item = 'text'] = kinds;
  const [entity = null] = entities;
  if (item === null || item === 'file') return null;
  const json = present.every((value) => typeof value !== 'string' || isKept(value)) ? listToSql(values, item) : undefined;
  if (json === undefined) return null;
  const list = jsonList(place, place.dialect.list(json), item, { nullable: present.length < values.length, fails: null, entity });
  return values.length === 0 ? { ...list, empty: true } : list;
}

/** A list stored as JSON. */
export function jsonList(
  { dialect, fresh }: Values,
  json: SqlFragment,
  item: Representation,
  { nullable, fails, entity = null }: { nullable: boolean; fails: SqlFragment | null; entity?: string | null },
): ListTerm {
  const alias = fresh();
  return {
    kind: 'list',
    item,
    entity,
    from: dialect.elements(json, alias),
    value: dialect.element(alias, item),
    order: sql`${raw(alias)}.key`,
    nullable,
    where: [],
    fails,
    json,
  };
}

/**
 * Translates a node. `positive`: the caller treats NULL as false, so a condition need not
 * distinguish them, which lets it use indexes. Returns null if SQL cannot express the node.
 */
export type TranslateNode = (node: Node, place: Place, positive: boolean) => Term | null;
