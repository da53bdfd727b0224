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

test.each(['= `price * 2`', '= price * 2', 'computed: price * 2', 'calculated as price * 2'])('a formula as a default: %s', (cell) => {
  const text = document('| Default ', `total | money | ${cell}`);
  const found = checkModel(readModel(text)).find(({ code }) => code === 'unknown-value');
  const mended = applyEdits(text, found?.fixes[0]?.edits ?? []);
  expect(mended).toMatch(/^\| total \| money \| +\| `price \* 2` \|$/m);
  expect(checkModel(readModel(mended)).filter(({ severity }) => severity === 'error')).toEqual([]);
});

const noted = (header: string, cell: string): string => `# Specification: Shop

## 3. Entities and their fields

### Line

| Field | Type | ${header} |
|---|---|---|
| code | text | ${cell} |
| count | integer | |
`;

describe('what a note says of a field is written into its columns', () => {
  test.each([
    ['Notes', 'unique', ['Unique'], /^\| code \| text \| +\| yes \|$/m],
    ['Notes', 'required, unique', ['Required', 'Unique'], /^\| code \| text \| +\| yes \| yes \|$/m],
    ['Constraints', 'max 50', [], /^\| code \| text\(50\) \| +\|$/m],
    ['Constraints', 'not null; up to 50 characters; as printed', ['Required'], /^\| code \| text\(50\) \| as printed \| yes \|$/m],
    ['Description', 'must be unique', ['Unique'], /^\| code \| text \| yes \| +\|$/m],
    ['Notes', 'default: none yet', ['Default'], /^\| code \| text \| +\| none yet \|$/m],
  ])('%s: %s', (header, cell, columns, row) => {
    const text = noted(header, cell);
    const found = checkModel(readModel(text)).filter(({ message }) => message.includes('is prose here'));
    expect(found.map(({ severity }) => severity)).toEqual(['warning']);
    const mended = applyEdits(text, found[0]?.fixes[0]?.edits ?? []);
    expect(mended).toMatch(row);
    for (const column of columns) expect(mended).toContain(`| ${column} |`);
    const left = checkModel(readModel(mended));
    expect(left.filter(({ severity, message }) => severity === 'error' || message.includes('is prose here'))).toEqual([]);
  });

  test('a rule is shown as one of section 5', () => {
    const text = noted('Constraints', '').replace('| count | integer | |', '| count | integer | min 1 |');
    expect(checkModel(readModel(text)).map(({ message }) => message)).toContainEqual(expect.stringContaining('`count >= 1`'));
  });

  test.each([
    ['Description', 'required, as the law says'],
    ['Description', 'unique to us'],
    ['Notes', 'the code on the label'],
    ['Notes', `unique${', or not'.repeat(20_000)}`],
  ])('%s: %.30s is prose', (header, cell) => {
    expect(checkModel(readModel(noted(header, cell))).filter(({ message }) => message.includes('is prose here'))).toEqual([]);
  });

  test('what its column says already is no news', () => {
    const text = noted('Unique', 'yes')
      .replace('| yes |', '| yes | unique |')
      .replace('Unique |', 'Unique | Notes |')
      .replace('|---|', '|---|---|');
    expect(checkModel(readModel(text)).filter(({ message }) => message.includes('is prose here'))).toEqual([]);
  });
});
