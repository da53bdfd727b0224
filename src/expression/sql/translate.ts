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
 * The context of a translation: the dialect, where records are stored, and the row that the
 * expression reads.
 */
export interface TranslationContext {
  readonly catalog: Catalog;
  readonly dialect: Dialect;
  readonly scope: Scope;
  readonly row: {
    readonly entity: string;
    /** The alias of the table in the query. */
    readonly alias: string;
    /**
     * The variable bound to the record; null: the record is the row of a `where` (and `self`, if
     * there is no other current record).
     */
    readonly variable: string | null;
  };
  /** Generates table names that are unused in the whole query. */
  readonly fresh: () => string;
  /** Names that SQL resolves when the query runs, instead of taking their values from `scope`. */
  readonly symbols?: Symbols;
  /** Whether an entity's name means all its records, regardless of permissions. */
  readonly everything?: boolean;
  readonly trace?: Trace;
}

/**
 * Translates a condition to SQL that is true for exactly the rows for which the evaluator returns
 * true. It may be NULL instead of false, so use it only in WHERE, combined with AND and OR. Null:
 * SQL cannot express it, and the evaluator has to check the rows.
 */
export function translate(node: Node, context: TranslationContext): SqlFragment | null {
  const term = translateNode(node, placeOf(context), true);
  if (term?.kind !== 'value') return null;
  if (term.as === 'boolean') return term.sql.text.length > longestCondition ? null : term.sql;
  return term.as === 'null' ? raw('NULL') : null;
}

/**
 * In characters, about a thousand comparisons. The time of SQLite's planner is quadratic in their
 * number, and beyond 32,766 parameters it refuses.
 */
const longestCondition = 50_000;

/** Translates any expression to a term; null if SQL cannot express it. */
export const translateTerm = (node: Node, context: TranslationContext): Term | null => translateNode(node, placeOf(context), false);

/**
 * Translates a field to a value for sorting: NULL if it is null or cannot be evaluated. Returns
 * null if SQL cannot express it.
 */
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
    // NOTATION: `self` is the row if there is no other current record.
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
      // Literals are closed. Whatever remains (a map that depends on a row) is left to the
      // evaluator.
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

/** All records of an entity, for its name inside a computed field. */
function allRecords(entity: string, place: Place): Term | null {
  const table = place.catalog.table(entity);
  if (table === null) return null;
  const alias = place.fresh();
  return { kind: 'rows', entity, alias, from: raw(`${table} AS ${alias}`), where: [], fails: null };
}

/** has(record.field): whether the field is not null. */
function isPresent(field: Term | null): Term | null {
  if (field === null) return null;
  if (field.kind === 'value') return nullness(field, false);
  // Lists are never null.
  return conditionTerm(guarded(field.fails, raw('TRUE')), field.fails !== null);
}
