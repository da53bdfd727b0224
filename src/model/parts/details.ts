import { fieldUses, type PartReader } from '../reading/part.ts';

/** `details: fields` of the record that the screen is about */
export const details: PartReader<'details'> = {
  begins: /^details\s*(?::|$|(?=\s(?:for|when)\s))/i,
  read: (words, place) => ({ kind: 'details', fields: fieldUses(place, words.rest, place.about) }),
};
