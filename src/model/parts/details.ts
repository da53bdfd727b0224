import { columnsOr } from '../reading/columns.ts';
import { detailFields } from '../reading/default-fields.ts';
import { atColon, type PartReader } from '../reading/part.ts';

/** `details: fields` of the record that the screen is about */
export const details: PartReader<'details'> = {
  begins: /^details(?=\s*(?::|$)|\s+(?:for|when|as)\s)/i,
  read: (words, place) => ({
    kind: 'details',
    fields: columnsOr(place, atColon(words.rest).tail, { entity: place.about, row: false }, words.bullet.content, detailFields),
  }),
};
