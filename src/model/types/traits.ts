import type { FieldType } from '../ast/entities.ts';
import { currencyField } from './currency-field.ts';
import { isPlainKind, plainTypes } from './index.ts';
import { type Traits, usual } from './type.ts';

type BuiltKind = Exclude<FieldType['kind'], keyof typeof plainTypes>;

/**
 * Types that are built of others: their values need the document (field-type.ts) or the records
 * (engine).
 */
const built: Readonly<Record<BuiltKind, Traits>> = {
  enum: { ...usual, storage: 'enum', filtered: true },
  relation: { ...usual, storage: 'relation', filtered: true },
  list: { ...usual, storage: 'list', short: false, offersUsed: true },
  // Inside `list of …` only: plain ids.
  members: { ...usual, storage: 'text', short: false, offersUsed: true },
  inverse: { ...usual, storage: 'text', short: false, settable: false },
  rows: { ...usual, storage: 'json', short: false, settable: false },
  unknown: { ...usual, storage: 'json', short: false },
};

export const traitsOf = ({ kind }: FieldType): Traits => (isPlainKind(kind) ? plainTypes[kind] : built[kind]);

type Typed = { readonly type: FieldType } | null | undefined;

/** Is the field compared without regard to capitals where it must be unique? */
export const isFolded = (field: Typed): boolean => field != null && traitsOf(field.type).folded;

/** Is the field never shown, exported or written into the audit trail? */
export const isSecret = (field: Typed): boolean => field != null && traitsOf(field.type).secret;

/** Is the field hidden unless a row of section 6 about it grants reading it? */
export const isHidden = (field: Typed): boolean => field != null && traitsOf(field.type).hidden;

/** Does the search of a list look into the field? */
export const isSearched = (field: Typed): boolean => field != null && traitsOf(field.type).searched;

/** Can a list add the field's values up? */
export const isAddable = (field: Typed): boolean => field != null && traitsOf(field.type).addable && currencyField(field.type) === null;
