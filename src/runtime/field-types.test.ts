import { expect, test } from 'vitest';
import { plainKinds, plainTypes } from '../model/types/index.ts';
import { shownType } from './field-types.ts';

test.each(plainKinds.map((kind) => [kind]))('%s: what a list offers is what the engine can do', (kind) => {
  const { addable, offersUsed, value } = plainTypes[kind];
  const shown = shownType(kind);
  expect(shown.addable).toBe(addable);
  // A filter that asks for a part of the text needs a text.
  if (shown.filter === 'contains') expect(value.kind).toBe('text');
  if (offersUsed) expect(shown.filter).toBe('contains');
});
