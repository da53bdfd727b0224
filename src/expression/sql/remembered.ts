import type { Scope } from '../evaluate/scope.ts';
import type { Node } from '../node.ts';
import { isRecordList, type Value } from '../values/value.ts';
import type { SqlFragment } from './fragment.ts';
import type { SqlScalar } from './represent.ts';
import type { Term, ValueTerm } from './term.ts';
import { type TranslationContext, translate, translateField } from './translate.ts';
import { closedTerm, closedValue, type Failed, failed, type Place, type Trace } from './translation-place.ts';

/** Gives names for tables, and knows how many it gave. */
export interface Names {
  (): string;
  taken: number;
}

export function tableNames(): Names {
  const give = (() => `t${++give.taken}`) as Names;
  give.taken = 0;
  return give;
}

/** A column's SQL, as `translateField` says it. */
export type FieldSql = Pick<ValueTerm, 'sql' | 'as'>;

/**
 * Translations of one store, remembered. A translation depends on what does not change (the
 * expression, the catalog, the dialect), on where it is, and on the values of its closed parts.
 * Where these are again of the same kind the SQL is the same but for its parameters: then they are
 * put into what was made before. What looked at a value itself, not only at its kind, is not
 * remembered.
 */
export class Translations {
  readonly #conditions = new WeakMap<Node, Entry<null>[]>();
  readonly #fields = new Map<string, Map<string, Entry<ValueTerm['as']>[]>>();

  /** As `translate`. */
  condition(node: Node, context: TranslationContext): SqlFragment | null {
    const names = counted(context);
    if (names === null) return translate(node, context);
    let entries = this.#conditions.get(node);
    if (entries === undefined) this.#conditions.set(node, (entries = []));
    return (
      recalled(entries, context, names, (traced) => {
        const sql = translate(node, traced);
        return sql === null ? null : { sql, as: null };
      })?.sql ?? null
    );
  }

  /** As `translateField`. */
  field(field: string, context: TranslationContext): FieldSql | null {
    const names = counted(context);
    if (names === null) return translateField(field, context);
    let fields = this.#fields.get(context.row.entity);
    if (fields === undefined) this.#fields.set(context.row.entity, (fields = new Map()));
    let entries = fields.get(field);
    if (entries === undefined) fields.set(field, (entries = []));
    return recalled(entries, context, names, (traced) => translateField(field, traced));
  }
}

/** The names, where they can be counted and nothing is left to SQL. */
const counted = ({ fresh, symbols, everything }: TranslationContext): Names | null =>
  'taken' in fresh && symbols === undefined && everything === undefined ? (fresh as Names) : null;

interface Made<As> {
  readonly sql: SqlFragment;
  readonly as: As;
}

/** A translation, with gaps for the values. */
interface Entry<As> {
  readonly place: Standing;
  readonly seen: readonly Seen[];
  /** Null: it cannot be told. */
  readonly made: Made<As> | null;
  /** Names that were given when it was done. */
  readonly taken: number;
}

/** Where an expression is, as far as its SQL depends on it. */
interface Standing {
  readonly alias: string;
  readonly entity: string;
  readonly variable: string | null;
  readonly hasSelf: boolean;
  readonly timeZone: string;
  /** Names that were given before. */
  readonly taken: number;
}

/** A closed part, and of what kind its value was. */
interface Seen extends Pick<ValueTerm, 'as' | 'nulls' | 'entity'> {
  readonly node: Node;
  readonly inside: boolean;
  readonly text: string;
}

/**
 * More ways than these for one expression are not remembered: with each further null there are
 * twice as many.
 */
const most = 8;

function recalled<As>(
  entries: Entry<As>[],
  context: TranslationContext,
  names: Names,
  make: (context: TranslationContext) => Made<As> | null,
): Made<As> | null {
  const { entity, alias, variable } = context.row;
  const place: Standing = {
    entity,
    alias,
    variable,
    hasSelf: context.scope.self !== null,
    timeZone: context.scope.evaluationContext.timeZone,
    taken: names.taken,
  };
  const values = new ClosedValues(context.scope);
  for (const entry of entries) {
    if (!sameStanding(entry.place, place)) continue;
    const found = values.fill(entry, context);
    if (found === undefined) continue;
    names.taken = entry.taken;
    return found;
  }
  if (entries.length >= most) return make(context);
  const trace = new Recording(values);
  const made = make({ ...context, trace });
  // The gaps of this one are filled as those of any other.
  const entry: Entry<As> = { place, seen: trace.seen, made, taken: names.taken };
  if (trace.isWhole) entries.push(entry);
  return made === null ? null : { ...made, sql: filled(made.sql, trace.parameters) };
}

const sameStanding = (a: Standing, b: Standing): boolean =>
  a.entity === b.entity &&
  a.alias === b.alias &&
  a.variable === b.variable &&
  a.hasSelf === b.hasSelf &&
  a.timeZone === b.timeZone &&
  a.taken === b.taken;

/** Is among the parameters for the value of a closed part. It never leaves this file. */
class Gap {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

function filled({ text, parameters }: SqlFragment, values: readonly SqlScalar[]): SqlFragment {
  const whole = parameters.map((one) => ((one as unknown) instanceof Gap ? (values[(one as unknown as Gap).index] ?? null) : one));
  return { text, parameters: whole };
}

/** Values of closed parts, each worked out once: it may ask the store. */
class ClosedValues {
  readonly #scope: Scope;
  readonly #inside: Scope;
  /** A few: looked through. */
  readonly #known: { readonly node: Node; readonly inside: boolean; readonly value: Value | Failed }[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#inside = { evaluationContext: scope.evaluationContext, self: null, row: null, old: null, bound: new Map() };
  }

  /** Is it the scope of the whole, or that inside a computed field? Null: another one. */
  isInside(scope: Scope): boolean | null {
    if (scope === this.#scope) return false;
    const { evaluationContext, self, row, old, bound } = scope;
    const plain = evaluationContext === this.#scope.evaluationContext && self === null && row === null && old === null && bound.size === 0;
    return plain ? true : null;
  }

  of(node: Node, inside: boolean): Value | Failed {
    for (const known of this.#known) if (known.node === node && known.inside === inside) return known.value;
    const value = closedValue(node, inside ? this.#inside : this.#scope);
    this.#known.push({ node, inside, value });
    return value;
  }

  /** The translation with these values; undefined: one of them is of another kind. */
  fill<As>({ seen, made }: Entry<As>, context: TranslationContext): Made<As> | null | undefined {
    const parameters: SqlScalar[] = [];
    for (const part of seen) {
      const value = this.of(part.node, part.inside);
      if (isMany(value)) return undefined;
      const term = closedTerm(value, context);
      if (term?.kind !== 'value' || !isLike(part, term)) return undefined;
      parameters.push(term.sql.parameters[0] ?? null);
    }
    return made === null ? null : { ...made, sql: filled(made.sql, parameters) };
  }
}

/** Lists are told in other words each time: they take names, and may ask for more. */
const isMany = (value: Value | Failed): boolean => value !== failed && (Array.isArray(value) || isRecordList(value));

const isLike = (part: Seen, term: ValueTerm): boolean =>
  part.text === term.sql.text && part.as === term.as && part.nulls === term.nulls && part.entity === term.entity;

/** Notes the closed parts of a translation, and leaves gaps for their values. */
class Recording implements Trace {
  readonly seen: Seen[] = [];
  readonly parameters: SqlScalar[] = [];
  isWhole = true;
  readonly #values: ClosedValues;

  constructor(values: ClosedValues) {
    this.#values = values;
  }

  closed(node: Node, place: Place): Term | null {
    const inside = this.#values.isInside(place.scope);
    const term = closedTerm(inside === null ? closedValue(node, place.scope) : this.#values.of(node, inside), place);
    if (inside === null || term?.kind !== 'value' || term.sql.parameters.length > 1) {
      this.isWhole = false;
      return term;
    }
    const { as, nulls, entity, sql } = term;
    const gap = new Gap(this.seen.length);
    this.seen.push({ node, inside, text: sql.text, as, nulls, entity });
    const [parameter] = sql.parameters;
    this.parameters.push(parameter ?? null);
    return parameter === undefined ? term : this.#unknown(term, gap);
  }

  /** The same without its value: looking at it makes a translation for this value only. */
  #unknown(term: ValueTerm, gap: Gap): ValueTerm {
    const { known, ...rest } = term;
    const looked = (): void => {
      this.isWhole = false;
    };
    return {
      ...rest,
      sql: { text: term.sql.text, parameters: [gap as unknown as SqlScalar] },
      get known() {
        looked();
        return known as Value;
      },
    };
  }
}
