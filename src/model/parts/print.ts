import type { PartReader } from '../reading/part.ts';

/** `print`: the screen has a printable version and a button that opens it */
export const print: PartReader<'print'> = {
  begins: /^print(?=\s*$|\s+(?:as|for|when)\s)/i,
  read: (words) =>
    words.rest.empty ? { kind: 'print' } : `After “print” comes only a title: “print as "Invoice"”. “${words.rest.text}” is more.`,
};
