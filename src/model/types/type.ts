import type { Type } from '../../expression/types/type.ts';
import type { Json, Mistake } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * How a value is stored. `text` covers every text-like type (email, slug, a password's hash …);
 * `enum` and `state` are text with a fixed set of values; `json` is for json fields and fields of
 * unknown type.
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

/** Properties of a type that do not depend on its values. */
export interface Traits {
  readonly storage: StorageType;
  /** Whether a caller may set a value; otherwise the product does. */
  readonly settable: boolean;
  /**
   * Whether the product fills in a value for a new record: always, or only if none is passed and
   * there is no default.
   */
  readonly filledIn: 'always' | 'when-absent' | 'never';
  /** Short enough to be a default column of a list. */
  readonly short: boolean;
  /** Whether a list's search includes it if the document names no fields. */
  readonly searched: boolean;
  /**
   * Whether a list offers it as a filter if the document names none. Only for types with few
   * values.
   */
  readonly filtered: boolean;
  /** Whether a filter offers the values in use. */
  readonly offersUsed: boolean;
  /** Whether a list can sum its values. */
  readonly addable: boolean;
  /** Whether uniqueness ignores case. */
  readonly folded: boolean;
  /** Whether the Type column may limit its length: `text(200)`. */
  readonly limited: boolean;
  /** Whether it is never shown, exported or written to the audit trail. */
  readonly secret: boolean;
  /**
   * Whether it is hidden from everyone except those granted reading by a row of section 6 about
   * this field. It is also left out of the audit trail.
   */
  readonly hidden: boolean;
}

/** What reading a value needs from the product. */
export interface ValueContext {
  readonly timeZone: string;
  /** The document's currency. */
  readonly currency: string;
  /**
   * The file behind an id, a file or its displayed form; a Mistake if the caller has no access to
   * it.
   */
  file(given: Value, kind: 'file' | 'image'): Value | Mistake;
}

/**
 * A type that a single word of the Type column names, with everything about it that depends on
 * neither a screen nor a database.
 */
export interface PlainType extends Traits {
  /**
   * Names for it in other languages and in common use, in lower case. Reported as near misses, but
   * accepted.
   */
  readonly synonyms?: readonly string[];
  /** Field names that suggest this type. Types later in the registry take precedence. */
  readonly suggestedBy?: RegExp;
  /**
   * Its type in expressions. The document supplies the currency of money and the values of a state.
   */
  readonly value: Type;
  /** The schema of one value in JSON. */
  readonly schema: JsonSchema;
  /**
   * Converts a caller's value (never null) to one that can be stored. `type` is the field's own,
   * with currency and values. The message of a Mistake completes a sentence that begins with the
   * field's name: `must be text`.
   */
  coerce(given: Value, type: Type, context: ValueContext): Value | Mistake;
  /** The value in a cell of an imported file (never empty), before `coerce`. */
  fromCell(cell: string, type: Type, context: Pick<ValueContext, 'timeZone'>): Value | Mistake;
  /**
   * JSON values that are accepted unchanged, and values that are refused. For tests and samples.
   */
  readonly examples: { readonly right: readonly [Json, ...Json[]]; readonly wrong: readonly Json[] };
}

/** The traits of most types; each type overrides what differs. */
export const defaultTraits = {
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
