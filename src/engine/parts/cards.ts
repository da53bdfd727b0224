import { readListing } from './list.ts';
import type { PartReader } from './part-reader.ts';

export const readCards: PartReader<'cards'> = (place, part) => readListing(place, part, 'cards');
