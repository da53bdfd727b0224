import { readListing } from '../reading/listing.ts';
import type { PartReader } from '../reading/part.ts';

/** `cards of E [where …]: columns` */
export const cards: PartReader<'cards'> = {
  begins: /^cards\s+of\s+(?=\S)/i,
  read(words, place) {
    const read = readListing(place, words.rest, words.bullet, 'cards');
    return typeof read === 'string' ? read : { kind: 'cards', ...read.listing };
  },
};
