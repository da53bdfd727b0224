import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { wholeOf } from '../../base/bytes.ts';
import { BrokenArchive } from '../../import/spreadsheet/zip.ts';
import { scratchFile } from '../read-file.ts';
import { unzip as unzipInto } from './unzip.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const unzip = (packed: Uint8Array): ReadonlyMap<string, Uint8Array> => {
  const scratch = scratchFile();
  try {
    return new Map([...unzipInto(packed, scratch)].map(([path, content]) => [path, wholeOf(content)]));
  } finally {
    scratch.drop();
  }
};
const archive = zipSync({ 'Ticket.csv': [bytes('subject\nhello\n'), { level: 0 }], 'files/ü~a.txt': bytes('hello '.repeat(50)) });

test('reads archives, compressed or not', () => {
  expect([...unzip(archive)].map(([path, content]) => [path, content.length])).toEqual([
    ['Ticket.csv', 14],
    ['files/ü~a.txt', 300],
  ]);
});

test('refuses files with a wrong checksum, broken directories, and files that are no archives', () => {
  const at = new TextDecoder('latin1').decode(archive).indexOf('hello');
  const changed = archive.slice();
  changed[at] = 'j'.charCodeAt(0);
  expect(() => unzip(changed)).toThrow(new BrokenArchive('the checksum of Ticket.csv is wrong'));
  expect(() => unzip(archive.subarray(0, archive.length - 30))).toThrow(BrokenArchive);
  expect(() => unzip(bytes('no archive'))).toThrow(BrokenArchive);
});
