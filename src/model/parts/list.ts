import { readListing } from '../reading/listing.ts';
import type { PartReader } from '../reading/part.ts';

/** `list of E [where …]: columns` */
export const list: PartReader<'list'> = {
  begins: /^list\s+of\s+(?=\S)/i,
  read(words, place) {
    const read = readListing(place, words.rest, words.bullet, 'list');
    return typeof read === 'string' ? read : { kind: 'list', ...read.listing };
  },
};
