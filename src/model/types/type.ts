import type { Type } from '../../expression/types/type.ts';
import type { Json, Mistake } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * How a value is kept. `text` holds every text-like type (email, slug, password's hash …), `enum`
 * and `state` are text out of a few values. `json` is for json and for fields whose type is not
 * known.
 */
export type StorageType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'duration'
  | 'enum'
  | 'state'
  | 'relation'
  | 'list'
  | 'file'
  | 'json';

/** What is true of every field of a type, whatever its value. */
export interface Traits {
  readonly storage: StorageType;
  /** May a caller give a value? Else the product does. */
  readonly settable: boolean;
  /**
   * Does the product give a new record a value: always, or when none is given and there is no
   * default?
   */
  readonly filledIn: 'always' | 'when-absent' | 'never';
  /** Short enough for a column of a list that names none. */
  readonly short: boolean;
  /** Does the search of a list that names no fields look into it? */
  readonly searched: boolean;
  /**
   * Does a list offer a filter that says nothing about filters? Only where there are few values to
   * choose from.
   */
  readonly filtered: boolean;
  /** Does a filter offer the values that are in use? */
  readonly offersUsed: boolean;
  /** Can a list add its values up? */
  readonly addable: boolean;
  /** Is it compared without regard to capitals where it must be unique? */
  readonly folded: boolean;
  /** May the Type column limit its length: `text(200)`? */
  readonly limited: boolean;
  /** Is it never shown, exported or written into the audit trail? */
  readonly secret: boolean;
  /**
   * Is it hidden from everyone to whom no row of section 6 about this field grants reading it? It
   * is not in the audit trail either.
   */
  readonly hidden: boolean;
}

/** What a value needs of the product that reads it. */
export interface ValueContext {
  readonly timeZone: string;
  /** The document's currency. */
  readonly currency: string;
  /**
   * The file that an id, a file or what is shown of one means; a Mistake where the caller may not
   * have it.
   */
  file(given: Value, kind: 'file' | 'image'): Value | Mistake;
}

/**
 * A type that one word of the Type column names: everything about it that needs neither a screen
 * nor a database.
 */
export interface PlainType extends Traits {
  /**
   * What other languages and people call it, in lower case: a near miss that is read all the same.
   */
  readonly synonyms?: readonly string[];
  /** The names of fields that suggest this type. Types further down the list of types win. */
  readonly suggestedBy?: RegExp;
  /**
   * As expressions see it. Of money the currency, and of a state its values, come from the
   * document.
   */
  readonly value: Type;
  /** One value as JSON. */
  readonly schema: JsonSchema;
  /**
   * What a caller gave (never null) as a value to keep; `type` is the field's own, with currency
   * and values. A Mistake goes on after the field's name: `must be text`.
   */
  coerce(given: Value, type: Type, context: ValueContext): Value | Mistake;
  /** What a cell of a file's row says (never empty), before it is coerced. */
  fromCell(cell: string, type: Type, context: Pick<ValueContext, 'timeZone'>): Value | Mistake;
  /** As JSON: what is taken as it is, and what is refused. For tests and samples. */
  readonly examples: { readonly right: readonly [Json, ...Json[]]; readonly wrong: readonly Json[] };
}

/** Most types are so; each says what is different. */
export const usual = {
  settable: true,
  filledIn: 'never',
  short: true,
  searched: false,
  filtered: false,
  offersUsed: false,
  addable: false,
  folded: false,
  limited: false,
  secret: false,
  hidden: false,
} as const;
