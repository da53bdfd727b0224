/**
 * The types of the notation's expressions (NOTATION: Expressions; section 3: Types).
 * Every type may be nullable; `unit` is the label of a constant that does not mix (section 9);
 * a decimal that is `percent` is a share that people write and read as 12 %.
 */
export type Type = Shape & { readonly nullable?: boolean; readonly unit?: string; readonly percent?: true };

export type Shape =
  /** Not known: depends on a hole, or was already reported. Fits everything. */
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | { readonly kind: Scalar }
  /** `in`: the field of the record that names its currency; `currency` is null then. */
  | { readonly kind: 'money'; readonly currency: string | null; readonly in?: string }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'state'; readonly entity: string; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: 'record'; readonly entity: string }
  | { readonly kind: 'list'; readonly of: Type }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Type> | null; readonly value: Type }
  /** The result of TicketView(t): an object with the view's keys. */
  | { readonly kind: 'view'; readonly view: string };

/** Types that are a single value; text-like ones (`email` …) are text with an additional rule. */
export type Scalar = 'boolean' | 'text' | 'integer' | 'decimal' | 'date' | 'time' | 'datetime' | 'duration' | 'json' | 'bytes' | 'file';

export const anyType: Type = { kind: 'any' };
