/**
 * The types of expressions (NOTATION: Expressions; section 3: Types). Any type may be nullable.
 * `unit` is the unit of a constant that cannot be mixed with others (section 9). A `percent`
 * decimal is a fraction that people write and read as 12 %.
 */
export type Type = Shape & { readonly nullable?: boolean; readonly unit?: string; readonly percent?: true };

export type Shape =
  /**
   * Unknown, because it depends on a hole or on a mistake already reported. Compatible with every
   * type.
   */
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | { readonly kind: Scalar }
  /** `in`: the field of the record that names its currency; `currency` is then null. */
  | { readonly kind: 'money'; readonly currency: string | null; readonly in?: string }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'state'; readonly entity: string; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: 'record'; readonly entity: string }
  | { readonly kind: 'list'; readonly of: Type }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Type> | null; readonly value: Type }
  /** The result of TicketView(t): an object with the keys of the view. */
  | { readonly kind: 'view'; readonly view: string };

/** Types of single values. Text-like types (`email` …) are text with an additional rule. */
export type Scalar = 'boolean' | 'text' | 'integer' | 'decimal' | 'date' | 'time' | 'datetime' | 'duration' | 'json' | 'bytes' | 'file';

export const anyType: Type = { kind: 'any' };
