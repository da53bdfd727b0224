import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/text-edit.ts';
import { readModel } from '../../../model/read.ts';
import { setWord, vocabularyOf } from './word-edits.ts';

const text = `# Specification: Shop

## 1. What it does

Languages: en, de, id

## 3. Entities and their fields

### Order

| Field | Type |
|---|---|
| text | text |
`;

const line = (source: string, word: string) =>
  vocabularyOf(readModel(source)).lines.find((one) => one.word === word) ?? expect.unreachable(`nothing is called ${word}`);
const written = (source: string, word: string, language: string, words: string): string =>
  applyEdits(source, setWord(readModel(source), line(source, word), language, words));

test('translations are written into a new table, a new row or an existing row, and missing ones are counted', () => {
  expect(vocabularyOf(readModel(text)).languages).toEqual([
    { tag: 'de', missing: 2 },
    { tag: 'id', missing: 2 },
  ]);
  const first = written(text, 'Order', 'de', 'Bestellung');
  expect(first).toContain('| Word | de | id |\n|---|---|---|\n| Order | Bestellung | |');
  const second = written(first, 'Order.text', 'id', 'Teks');
  const third = written(second, 'Order', 'id', 'Pesanan');
  expect(third).toContain('| Order | Bestellung | Pesanan |\n| Order.text | | Teks |');
  expect(vocabularyOf(readModel(third)).languages).toEqual([
    { tag: 'de', missing: 1 },
    { tag: 'id', missing: 0 },
  ]);
});
