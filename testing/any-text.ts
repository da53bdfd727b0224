import fc from 'fast-check';

const character = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff })).map(
  (code) => String.fromCodePoint(code),
  (text) => {
    const [first, ...more] = String(text);
    if (first === undefined || more.length > 0) throw new Error('more or less than one character');
    return first.codePointAt(0) ?? 0;
  },
);

/**
 * Any Unicode text, including problematic characters. Equivalent to `unit: 'binary'`, for which
 * fast-check builds a table of a million entries each time.
 */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...(maxLength === undefined ? {} : { maxLength }) });
