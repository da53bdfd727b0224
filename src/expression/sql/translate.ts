import type { Scope } from '../evaluate/scope.ts';
import type { Node } from '../node.ts';
import { translateArithmetic, translateNegation } from './arithmetic.ts';
import { translateCall } from './calls.ts';
import type { Catalog } from './catalog.ts';
import { nullness, translateComparison, translateEquality } from './comparison.ts';
import type { Dialect } from './dialect.ts';
import { raw, type SqlFragment, sql } from './fragment.ts';
import { translateIndex, translateItems, translateMacro, translateMembership } from './lists.ts';
import { translateAnd, translateConditional, translateNot, translateOr } from './logic.ts';
import { selectField } from './select.ts';
import { conditionTerm, guarded, type Term, type ValueTerm, valueTerm } from './term.ts';
import { evaluated, isClosed, type Place, type Symbols, type Trace, type TranslateNode } from './translation-place.ts';

/**
 * What a translation needs: the dialect, where records lie, and which row the expression looks at.
 */
export interface TranslationContext {
  readonly catalog: Catalog;
  readonly dialect: Dialect;
  readonly scope: Scope;
  readonly row: {
    readonly entity: string;
    /** The table's alias in the query. */
    readonly alias: string;
    /**
     * The name under which the expression knows the record; null: it is the row of a `where` (and
     * self, where the place has no record).
     */
    readonly variable: string | null;
  };
  /** Gives names for tables that the whole query has not used yet. */
  readonly fresh: () => string;
  /** Names that SQL finds out itself when the query runs, instead of their values in `scope`. */
  readonly symbols?: Symbols;
  /** An Entity's name is all its records, whatever the person may read. */
  readonly everything?: boolean;
  readonly trace?: Trace;
}

/**
 * A condition as SQL that holds for exactly the rows for which the evaluator says true. Null when
 * it cannot be told in SQL: then the evaluator must look at the rows itself. It may be NULL where
 * it does not hold: only to stand in WHERE, joined by AND and OR.
 */
export function translate(node: Node, context: TranslationContext): SqlFragment | null {
  const term = translateNode(node, placeOf(context), true);
  if (term?.kind !== 'value') return null;
  if (term.as === 'boolean') return term.sql.text.length > longestCondition ? null : term.sql;
  return term.as === 'null' ? raw('NULL') : null;
}

/**
 * In characters, some thousand comparisons: SQLite's planner takes time by the square of their
 * number, and at 32,766 parameters it refuses.
 */
const longestCondition = 50_000;

/** Any expression as a term; null when it cannot be told in SQL. */
export const translateTerm = (node: Node, context: TranslationContext): Term | null => translateNode(node, placeOf(context), false);

/** A value as SQL, to sort by: NULL where it is null or cannot be evaluated. */
export function translateField(field: string, context: TranslationContext): ValueTerm | null {
  const place = placeOf(context);
  const term = selectField(rowTerm(context), field, place, translateNode);
  return term?.kind === 'value' ? term : null;
}

export const rowTerm = ({ row }: Pick<TranslationContext, 'row'>): ValueTerm =>
  valueTerm(sql`${raw(row.alias)}."id"`, 'record', 'never', { entity: row.entity, alias: row.alias });

function placeOf(context: TranslationContext): Place {
  const { catalog, dialect, scope, row, fresh, symbols = null, everything = false, trace = null } = context;
  const term = rowTerm(context);
  const asRow = row.variable === null;
  return {
    catalog,
    dialect,
    scope,
    bound: asRow ? new Map() : new Map([[row.variable ?? '', term]]),
    row: asRow ? term : null,
    // NOTATION: where the place has no record of its own, self is the row.
    self: asRow && scope.self === null ? term : null,
    everything,
    symbols,
    depth: 0,
    fresh,
    trace,
  };
}

export const translateNode: TranslateNode = (node, place, positive) => {
  if (isClosed(node, place)) return evaluated(node, place);
  switch (node.kind) {
    case 'name':
      return translateName(node, place);
    case 'select': {
      const operand = translateNode(node.operand, place, false);
      if (operand?.kind !== 'value') return null;
      const field = selectField(operand, node.field, place, translateNode);
      return node.test ? isPresent(field) : field;
    }
    case 'unary':
      return node.operator === '!' ? translateNot(node.operand, place, translateNode) : translateNegation(node, place, translateNode);
    case 'binary':
      switch (node.operator) {
        case '&&':
          return translateAnd(node, place, positive, translateNode);
        case '||':
          return translateOr(node, place, positive, translateNode);
        case '==':
        case '!=':
          return translateEquality(node, place, positive, translateNode);
        case 'in':
          return translateMembership(node, place, positive, translateNode);
        case '<':
        case '<=':
        case '>':
        case '>=':
          return translateComparison(node, place, translateNode);
        default:
          return translateArithmetic(node, place, translateNode);
      }
    case 'conditional':
      return translateConditional(node, place, positive, translateNode);
    case 'macro':
      return translateMacro(node, place, translateNode);
    case 'call':
      return translateCall(node, place, translateNode);
    case 'list':
      return translateItems(node.items, place, translateNode);
    case 'index':
      return translateIndex(node, place, translateNode);
    default:
      // Literals are closed; what is left (a map that depends on a row) stays with the evaluator.
      return null;
  }
};

function translateName(node: Extract<Node, { kind: 'name' }>, place: Place): Term | null {
  switch (node.resolution.kind) {
    case 'bound':
      return place.bound.get(node.name) ?? null;
    case 'row':
      return place.row;
    case 'self':
      return place.self;
    case 'row-field':
      return place.row === null ? null : selectField(place.row, node.name, place, translateNode);
    case 'self-field':
      return place.self === null ? null : selectField(place.self, node.name, place, translateNode);
    case 'entity':
      return allRecords(node.name, place);
    case 'me':
    case 'now':
    case 'today':
    case 'token':
      return place.symbols?.get(node.resolution.kind) ?? null;
    default:
      return null;
  }
}

/** An Entity's name inside a computed field. */
function allRecords(entity: string, place: Place): Term | null {
  const table = place.catalog.table(entity);
  if (table === null) return null;
  const alias = place.fresh();
  return { kind: 'rows', entity, alias, from: raw(`${table} AS ${alias}`), where: [], fails: null };
}

/** has(record.field): is it not null? */
function isPresent(field: Term | null): Term | null {
  if (field === null) return null;
  if (field.kind === 'value') return nullness(field, false);
  // Lists are never null.
  return conditionTerm(guarded(field.fails, raw('TRUE')), field.fails !== null);
}
