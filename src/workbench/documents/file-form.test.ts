import { expect, test } from 'vitest';
import { decodeFile, encodeFile } from './file-form.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

for (const [what, text] of [
  ['LF', 'a\nb\n'],
  ['CR LF', 'a\r\nb\r\n'],
  ['a byte order mark', '\uFEFFa\nb'],
  ['mixed line breaks', 'a\r\nb\nc\rd'],
  ['no line break', 'ä'],
  ['nothing', ''],
] as const) {
  test(`a file with ${what} is written exactly as it was read`, () => {
    const decoded = decodeFile('x.md', bytes(text));
    expect(decoded).not.toBeNull();
    if (decoded) expect(encodeFile(decoded.text, decoded.form)).toEqual(bytes(text));
  });
}

test('a file that uses CR LF throughout has LF in the editor', () => {
  expect(decodeFile('x.md', bytes('a\r\nb'))).toEqual({ text: 'a\nb', form: { name: 'x.md', crlf: true, bom: false } });
});

test('bytes that are not text are rejected', () => {
  expect(decodeFile('x.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]))).toBeNull();
  expect(decodeFile('x.bin', bytes('a\0b'))).toBeNull();
});
