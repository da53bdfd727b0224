import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';

/** A DataRow (protocol version 3) of these texts; null: no value. */
function dataRow(values: readonly (string | null)[]): Buffer {
  const parts = values.flatMap((value) => {
    const bytes = value === null ? Buffer.alloc(0) : Buffer.from(value, 'utf8');
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === null ? -1 : bytes.length);
    return [length, bytes];
  });
  const count = Buffer.alloc(2);
  count.writeInt16BE(values.length);
  const body = Buffer.concat([count, ...parts]);
  const head = Buffer.alloc(5);
  head.write('D', 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const complete = Buffer.from([0x43, 0, 0, 0, 13, ...Buffer.from('SELECT 2\0')]);

const types = { text: 25, bool: 16, int8: 20, int4: 23, float8: 701, numeric: 1700 };

test.each<[string, string | null, number, unknown]>([
  ['text', 'plain', types.text, 'plain'],
  ['text beyond ASCII', 'naïve – 日本 🙂', types.text, 'naïve – 日本 🙂'],
  ['the last of ASCII, and the first beyond', '\x7f\x80', types.text, '\x7f\x80'],
  ['no text', '', types.text, ''],
  ['long text', 'a'.repeat(5000), types.text, 'a'.repeat(5000)],
  ['long text beyond ASCII', 'é'.repeat(5000), types.text, 'é'.repeat(5000)],
  ['exact numbers, which stay text', '12345678901234567890.5', types.numeric, '12345678901234567890.5'],
  ['a type that is not known', '2026-01-05', 0, '2026-01-05'],
  ['null', null, types.int8, null],
  ['true', 't', types.bool, 1],
  ['false', 'f', types.bool, 0],
  ['zero', '0', types.int8, 0],
  ['an integer', '42', types.int4, 42],
  ['one below zero', '-42', types.int4, -42],
  ['15 digits', '-123456789012345', types.int8, -123456789012345],
  ['16 digits', '1700000000000000', types.int8, 1700000000000000],
  ['the largest safe integer', '9007199254740991', types.int8, 9007199254740991],
  ['one more', '9007199254740992', types.int8, 9007199254740992n],
  ['the least of 64 bits', '-9223372036854775808', types.int8, -9223372036854775808n],
  ['a float', '-1.5e3', types.float8, -1500],
])('%s', (_, text, type, value) => {
  const answer = Buffer.concat([dataRow(['before', text, 'after']), dataRow([text, 'é', null]), complete]);
  const rows = (columns: readonly number[]) => readAnswer(answer, new Map([[0, { types: columns, binary: false }]])).found[0]?.rows;
  expect(rows([types.text, type, types.text])?.[0]).toEqual(['before', value, 'after']);
  expect(rows([type, types.text, types.text])?.[1]).toEqual([value, 'é', null]);
});
