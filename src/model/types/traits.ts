import type { FieldType } from '../ast/entities.ts';
import { currencyField } from './currency-field.ts';
import { isPlainKind, plainTypes } from './index.ts';
import { defaultTraits, type Traits } from './type.ts';

type BuiltKind = Exclude<FieldType['kind'], keyof typeof plainTypes>;

/**
 * Types composed of other types. Their values depend on the document (field-type.ts) or the records
 * (engine).
 */
const built: Readonly<Record<BuiltKind, Traits>> = {
  enum: { ...defaultTraits, storage: 'enum', filtered: true },
  relation: { ...defaultTraits, storage: 'relation', filtered: true },
  list: { ...defaultTraits, storage: 'list', short: false, offersUsed: true },
  // Stored as plain ids, only inside `list of …`.
  members: { ...defaultTraits, storage: 'text', short: false, offersUsed: true },
  inverse: { ...defaultTraits, storage: 'text', short: false, settable: false },
  rows: { ...defaultTraits, storage: 'json', short: false, settable: false },
  unknown: { ...defaultTraits, storage: 'json', short: false },
};

export const traitsOf = ({ kind }: FieldType): Traits => (isPlainKind(kind) ? plainTypes[kind] : built[kind]);

type Typed = { readonly type: FieldType } | null | undefined;

/** Whether uniqueness ignores case. */
export const isFolded = (field: Typed): boolean => field != null && traitsOf(field.type).folded;

/** Whether the field is never shown, exported or written to the audit trail. */
export const isSecret = (field: Typed): boolean => field != null && traitsOf(field.type).secret;

/** Whether the field is hidden unless a row of section 6 about it grants reading. */
export const isHidden = (field: Typed): boolean => field != null && traitsOf(field.type).hidden;

/** Whether a list's search includes the field by default. */
export const isSearched = (field: Typed): boolean => field != null && traitsOf(field.type).searched;

/** Whether a list can sum the field's values. */
export const isAddable = (field: Typed): boolean => field != null && traitsOf(field.type).addable && currencyField(field.type) === null;
