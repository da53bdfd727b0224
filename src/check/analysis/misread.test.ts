import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';

const document = (header: string, row: string): string => `# Specification: Shop

## 3. Entities and their fields

### Line

| Field | Type ${header}|
|---|---${header === '' ? '' : '|---'}|
| price | money ${header === '' ? '' : '| '}|
| ${row} |
`;

describe('a type that says more is written into its columns', () => {
  test.each([
    ['a formula', document('', 'total | money = `price * 2`'), '| total | money | `price * 2` |', 'Computed'],
    ['a formula without backticks', document('', 'total | money = price * 2'), '| total | money | `price * 2` |', 'Computed'],
    ['a formula beside a column for it', document('| Computed ', 'total | money = `price` | '), '| total | money | `price` |', 'Computed'],
    ['that it is required', document('', 'total | money, required'), '| total | money | yes |', 'Required'],
    ['that it is unique', document('', 'total | money (unique)'), '| total | money | yes |', 'Unique'],
  ])('%s', (_, text, row, column) => {
    const found = checkModel(readModel(text)).find(({ code }) => code === 'unknown-value');
    expect(found?.message).toContain(`“${column}”`);
    const mended = applyEdits(text, found?.fixes[0]?.edits ?? []);
    expect(mended).toContain(`| Field | Type | ${column} |`);
    expect(mended).toContain(row);
    expect(checkModel(readModel(mended)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
