import type { PartReader } from '../reading/part.ts';

/** `text: Markdown` */
export const text: PartReader<'text'> = {
  begins: /^text\s*:/i,
  read: (words) => ({ kind: 'text', markdown: words.rest.text }),
};
