import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { archive } from './archive.ts';
import type { StoredDocument } from './stored-document.ts';

const stored = (text: string, more: Partial<StoredDocument> = {}): StoredDocument => ({
  text,
  revision: 1,
  savedAt: 1_790_000_000_000,
  file: { name: 'notes.txt', crlf: false, bom: false },
  onDisk: null,
  ...more,
});

const names = (documents: readonly StoredDocument[]): readonly string[] => Object.keys(unzipSync(archive(documents)));

test('each document is a file under its name, and all names differ', () => {
  expect(
    names([
      stored('# Specification: Boats'),
      stored('# boats'),
      stored('# Specification: Boats 2'),
      stored('# Specification: Boats'),
      stored('without a title'),
    ]),
  ).toEqual(['Boats.md', 'boats 2.md', 'Boats 2 2.md', 'Boats 3.md', 'notes.md']);
});

test('a name that file systems reject is made valid', () => {
  expect(names([stored('# ../../etc: "a|b"?'), stored('# CON'), stored('# ...'), stored(`# ${'é'.repeat(200)}`)])).toEqual([
    'etc a b.md',
    'Document CON.md',
    'Document.md',
    `${'é'.repeat(80)}.md`,
  ]);
});

test('a file has the bytes that saving would write, and unsaved documents are included', () => {
  const text = '# Übung\nzwei\n';
  const files = unzipSync(archive([stored(text, { savedAt: 0, file: { name: 'a.md', crlf: true, bom: false } })]));
  expect(strFromU8(files['Übung.md'] ?? new Uint8Array())).toBe('# Übung\r\nzwei\r\n');
});
