import type { PartReader } from '../reading/part.ts';

/** `columns`: shows its nested bullets side by side */
export const columns: PartReader<'columns'> = {
  begins: /^columns\s*:?(?=$|\s(?:as|for|when)\s)/i,
  read: (words) => ({ kind: 'columns', parts: words.nested() }),
};
