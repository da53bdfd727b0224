import type { PartReader } from '../reading/part.ts';

/** `tabs`: of its nested bullets one is shown at a time */
export const tabs: PartReader<'tabs'> = {
  begins: /^tabs\s*:?(?=$|\s(?:as|for|when)\s)/i,
  read: (words) => ({ kind: 'tabs', parts: words.nested() }),
};
