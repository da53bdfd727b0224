import type { PartReader } from '../reading/part.ts';

/** `section TITLE`: its nested bullets are its content */
export const section: PartReader<'section'> = {
  begins: /^section\s+(?=\S)/i,
  label: true,
  read: (words) => ({ kind: 'section', title: words.rest.plain().text.replace(/\s*:$/, ''), parts: words.nested() }),
};
