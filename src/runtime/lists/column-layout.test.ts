import { expect, it } from 'vitest';
import { orderFields, readLayout } from './column-layout.ts';

const fields = ['number', 'subject', 'status', 'due'];
const layout = readLayout(null);

it('columns have the person’s order; new ones come last and missing ones are omitted', () => {
  expect(orderFields(fields, layout, false)).toBe(fields);
  expect(orderFields(fields, { ...layout, order: ['due', 'gone', 'number'] }, false)).toEqual(['due', 'number', 'subject', 'status']);
});

it('pinned columns come first, even if the address has an order', () => {
  expect(orderFields(fields, { ...layout, pinned: ['status'], order: ['due', 'number'] }, false)).toEqual([
    'status',
    'due',
    'number',
    'subject',
  ]);
  expect(orderFields(fields, { ...layout, pinned: ['status'], order: ['due'] }, true)).toEqual(['status', 'number', 'subject', 'due']);
});

it('an unreadable layout falls back to the document’s', () => {
  for (const text of ['{', 'null', '[]', '{"widths":{"due":"wide"},"order":3}']) expect(readLayout(text)).toEqual(layout);
  expect(readLayout('{"widths":{"due":120},"pinned":["due"]}')).toEqual({ order: [], widths: { due: 120 }, pinned: ['due'] });
});
