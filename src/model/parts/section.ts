import type { PartReader } from '../reading/part.ts';

/** `section TITLE`: its nested bullets are its content */
export const section: PartReader<'section'> = {
  begins: /^section\s+(?=\S)/i,
  label: true,
  read: (words) => ({
    kind: 'section',
    title: (words.rest.text.endsWith(':') ? words.rest.slice(0, words.rest.text.length - 1) : words.rest)
      .plain()
      .text.replace(/^["“”„]([^"“”]+)["“”]$/, '$1'),
    parts: words.nested(),
  }),
};
