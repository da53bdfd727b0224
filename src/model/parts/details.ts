import { fieldUses, type PartReader } from '../reading/part.ts';

/** `details: fields` of the record that the screen is about */
export const details: PartReader<'details'> = {
  begins: /^details\s*(?::|$|(?=\s(?:for|when)\s))/i,
  read(words, place) {
    if (place.about === null)
      return `“details” shows the record that a screen is about, and ${place.screen} is about none: its row needs an entity under About.`;
    return { kind: 'details', fields: fieldUses(place, words.rest, place.about) };
  },
};
