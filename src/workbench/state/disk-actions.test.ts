import { expect, test } from 'vitest';
import { documentName, slugOf } from '../documents/document-store.ts';
import { withTitle } from './disk-actions.ts';

test('a changed title leaves the rest of the text unchanged', () => {
  const text = 'Before.\n\n# Specification: Helpdesk\n\n## 1. What\n';
  expect(withTitle(text, 'Cost $1')).toBe('Before.\n\n# Specification: Cost $1\n\n## 1. What\n');
  expect(documentName(withTitle('No title.', 'Shop'), '')).toBe('Shop');
});

test('a file is named after its document', () => {
  expect(slugOf('Bicycle shop')).toBe('bicycle-shop');
  expect(slugOf('Été & Co.')).toBe('ete-co');
  expect(slugOf('عيادة')).toBeNull();
});
