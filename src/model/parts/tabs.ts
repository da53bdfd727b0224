import type { PartReader } from '../reading/part.ts';

/** `tabs`: shows one of its nested bullets at a time */
export const tabs: PartReader<'tabs'> = {
  begins: /^tabs\s*:?(?=$|\s(?:as|for|when)\s)/i,
  read: (words) => ({ kind: 'tabs', parts: words.nested() }),
};
