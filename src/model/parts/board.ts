import { readListing } from '../reading/listing.ts';
import { fieldUse, type PartReader } from '../reading/part.ts';

/** `board of E [where …] by FIELD: fields` */
export const board: PartReader<'board'> = {
  begins: /^board\s+of\s+(?=\S)/i,
  read(words, place) {
    const read = readListing(place, words.rest, words.bullet, 'board');
    if (typeof read === 'string') return read;
    if (read.by === null || read.by.empty) return 'A board says by which state or enum its columns are: “board of Ticket by status”.';
    return { kind: 'board', by: fieldUse(place, read.by.name(), read.listing.entity.text), ...read.listing };
  },
};
