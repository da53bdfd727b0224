import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from './index.ts';

test('every file of the folder defines the operation of its name, and all are listed', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => !file.endsWith('.test.ts') && file !== 'index.ts');
  expect(operations.map((operation) => `${operation.name}.ts`)).toEqual(files.sort());
  for (const { summary } of operations) expect(summary).toMatch(/^[A-Z].*\.$/);
});
