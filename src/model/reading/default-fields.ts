import { traitsOf } from '../types/traits.ts';
import type { EntityDraft, FieldDraft } from './drafts.ts';

/** The fields that the product shows and asks for if the document names none. */

/** Whether the field is computed. */
export const isComputed = (field: FieldDraft): boolean => (field.row?.cell('Computed')?.text ?? '') !== '';

/** Declared fields, without the built-in ones. */
const own = (entity: EntityDraft): FieldDraft[] => entity.fields.filter((field) => field.row !== null && !field.builtIn);
const names = (fields: readonly FieldDraft[]): string[] => fields.map((field) => field.name.text);

/** Fields that a caller may set. */
export const askedFields = (entity: EntityDraft): FieldDraft[] =>
  own(entity).filter((field) => traitsOf(field.type).settable && field.type.kind !== 'unknown' && !isComputed(field));

/** The names of the fields that a form asks for. */
export const formFields = (entity: EntityDraft): string[] => names(askedFields(entity));

/** The names of the fields that a record's details show. */
export const detailFields = (entity: EntityDraft): string[] =>
  names(own(entity).filter((field) => !traitsOf(field.type).secret && field.type.kind !== 'unknown'));

/** Whether the field labels the record. */
export const isLabel = (field: FieldDraft): boolean => /^label\b/i.test(field.row?.cell('Description')?.text ?? '');

/** The names of the fields in a row of a list: the label and at most six short fields. */
export function rowFields(entity: EntityDraft): string[] {
  const fields = own(entity);
  const short = fields.filter((field) => traitsOf(field.type).short).slice(0, 6);
  const label = fields.find(isLabel);
  return names(label === undefined || short.includes(label) ? short : [label, ...short]);
}

/** The names of the fields on a card: the label first, `most` in all. */
export function cardFields(entity: EntityDraft, most: number): string[] {
  const fields = own(entity);
  const label = fields.find(isLabel) ?? fields.find((field) => field.type.kind === 'text');
  return [...new Set([...(label === undefined ? [] : [label.name.text]), ...rowFields(entity)])].slice(0, most);
}

export const searchFields = (entity: EntityDraft): string[] =>
  names(own(entity).filter((field) => traitsOf(field.type).searched && !isComputed(field))).slice(0, 3);

export const filterFields = (entity: EntityDraft): string[] =>
  names(own(entity).filter((field) => traitsOf(field.type).filtered && !isComputed(field))).slice(0, 4);

/** Whether creating a record requires a value for the field. */
export const isAsked = (field: FieldDraft): boolean =>
  field.row?.cell('Required')?.text.trim().toLowerCase() === 'yes' && (field.row.cell('Default')?.text ?? '') === '';
