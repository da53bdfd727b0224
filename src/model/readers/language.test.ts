import { expect, it } from 'vitest';
import { readModel } from '../read.ts';

const read = (line: string) => readModel(`# Specification: Shop\n\n## 1. What it does\n\nIt sells things.\n\n${line}\n`);

it.each([
  ['Language: de', 'de'],
  ['**Language:** pt-br.', 'pt-BR'],
  ['- Language: `ar`', 'ar'],
  ['Language: plain words, please', null],
  ['A shop.', null],
])('%s', (line, tag) => {
  const model = read(line);
  expect(model.language).toBe(tag);
  expect(model.misreads).toEqual([]);
});

it('shows how to write a language tag and suggests one', () => {
  const model = read('Language: Deutsch');
  expect(model.language).toBeNull();
  expect(model.misreads).toMatchObject([{ code: 'near-miss', suggestions: [{ insert: 'de' }] }]);
  expect(read('Language: x').misreads).toMatchObject([{ code: 'unknown-value' }]);
});

it('a language left open is a hole', () => {
  expect(read('Language: ?').holes).toContainEqual(expect.objectContaining({ about: 'the language of the product' }));
});

it('a reader’s time zone is an expression; a zone name is reported, and a sentence is prose', () => {
  const model = read('Time zone: `"Europe/" + "Madrid"`');
  expect(model.readerZone?.source).toBe('"Europe/" + "Madrid"');
  expect(model.misreads).toEqual([]);
  expect(read('Time zone: Europe/Madrid').misreads).toMatchObject([{ code: 'unknown-value' }]);
  expect(read('Time zone: that of the shop').misreads).toEqual([]);
  expect(read('Time zone: ?').holes).toContainEqual(expect.objectContaining({ about: 'the time zone of the reader' }));
});

it('reads consecutive lines one by one', () => {
  const model = read('Languages: en, es\nLanguage: `me.language`\nTime zone: `me.zone`');
  expect(model.languages).toEqual(['en', 'es']);
  expect(model.readerLanguage?.source).toBe('me.language');
  expect(model.readerZone?.source).toBe('me.zone');
  expect(model.misreads).toEqual([]);
});
