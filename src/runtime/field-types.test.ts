import { expect, test } from 'vitest';
import { plainKinds, plainTypes } from '../model/types/index.ts';
import { formatField, shownType } from './field-types.ts';

test.each(plainKinds.map((kind) => [kind]))('%s: what a list offers is what the engine can do', (kind) => {
  const { addable, offersUsed, value } = plainTypes[kind];
  const shown = shownType(kind);
  expect(shown.addable).toBe(addable);
  // Only a text can be filtered by a part of it.
  if (shown.filter === 'contains') expect(value.kind).toBe('text');
  if (offersUsed) expect(shown.filter).toBe('contains');
});

test('a year is shown without digit grouping, every other whole number with it', () => {
  const shown = (field: string, kind: 'integer' | 'decimal' = 'integer') => formatField(kind, field, '2026', 'en', null);
  expect(['year', 'yearBuilt', 'fiscal_year', 'publicationYear'].map((field) => shown(field))).toEqual(['2026', '2026', '2026', '2026']);
  expect(['years', 'yearly', 'amount', 'newyears'].map((field) => shown(field))).toEqual(['2,026', '2,026', '2,026', '2,026']);
  expect(shown('year', 'decimal')).toBe('2,026');
});
