import { traitsOf } from '../types/traits.ts';
import type { EntityDraft, FieldDraft } from './drafts.ts';

/** The fields that the product shows and asks for where the document names none. */

/** Is its value worked out? */
export const isComputed = (field: FieldDraft): boolean => (field.row?.cell('Computed')?.text ?? '') !== '';

/** Declared fields, without those that every record has. */
const own = (entity: EntityDraft): FieldDraft[] => entity.fields.filter((field) => field.row !== null && !field.builtIn);
const names = (fields: readonly FieldDraft[]): string[] => fields.map((field) => field.name.text);

/** What a caller may give. */
export const askedFields = (entity: EntityDraft): FieldDraft[] =>
  own(entity).filter((field) => traitsOf(field.type).settable && field.type.kind !== 'unknown' && !isComputed(field));

/** What a form asks for. */
export const formFields = (entity: EntityDraft): string[] => names(askedFields(entity));

/** What the details of a record show. */
export const detailFields = (entity: EntityDraft): string[] =>
  names(own(entity).filter((field) => !traitsOf(field.type).secret && field.type.kind !== 'unknown'));

/** Is it what the product calls a record by? */
export const isLabel = (field: FieldDraft): boolean => /^label\b/i.test(field.row?.cell('Description')?.text ?? '');

/** What a row of a list shows: at most six short fields, and what names the record. */
export function rowFields(entity: EntityDraft): string[] {
  const fields = own(entity);
  const short = fields.filter((field) => traitsOf(field.type).short).slice(0, 6);
  const label = fields.find(isLabel);
  return names(label === undefined || short.includes(label) ? short : [label, ...short]);
}

/** On a card what names the record comes first. */
export function cardFields(entity: EntityDraft, most: number): string[] {
  const fields = own(entity);
  const label = fields.find(isLabel) ?? fields.find((field) => field.type.kind === 'text');
  return [...new Set([...(label === undefined ? [] : [label.name.text]), ...rowFields(entity)])].slice(0, most);
}

export const searchFields = (entity: EntityDraft): string[] =>
  names(own(entity).filter((field) => traitsOf(field.type).searched && !isComputed(field))).slice(0, 3);

export const filterFields = (entity: EntityDraft): string[] =>
  names(own(entity).filter((field) => traitsOf(field.type).filtered && !isComputed(field))).slice(0, 4);

/** Is the field to be given when a record is made? */
export const isAsked = (field: FieldDraft): boolean =>
  field.row?.cell('Required')?.text.trim().toLowerCase() === 'yes' && (field.row.cell('Default')?.text ?? '') === '';
