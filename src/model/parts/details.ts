import { detailFields } from '../reading/default-fields.ts';
import { fieldsOr, type PartReader } from '../reading/part.ts';

/** `details: fields` of the record that the screen is about */
export const details: PartReader<'details'> = {
  begins: /^details\s*(?::|$|(?=\s(?:for|when)\s))/i,
  read: (words, place) => ({ kind: 'details', fields: fieldsOr(place, words.rest, place.about, words.bullet.content, detailFields) }),
};
