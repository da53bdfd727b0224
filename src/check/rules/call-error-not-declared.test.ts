import { expect, test } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';

const document = (errors: string): string => `# Specification: Notes

## 3. Entities and their fields

### Note

| Field | Type |
|---|---|
| body | text |
| stars | integer |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| said | Note | \`size(body) > 0\` | EMPTY |
| short | Note | \`size(body) < 200\` | LONG |
| stars | Note | \`stars <= 5\` | BAD_STARS |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors |
|---|---|---|---|---|
| \`POST /notes\` | \`{body, stars}\` | \`create Note as n\` | 201 \`{"body": n.body}\` | ${errors} |
`;

const found = (text: string) => checkModel(readModel(text)).filter(({ code }) => code === 'call-error-not-declared');

test('all errors that a call does not list are named at once, and one fix adds them all', () => {
  const text = document('INVALID');
  const [finding, ...others] = found(text);
  expect(others).toEqual([]);
  expect(finding?.message).toBe(
    'This call can raise errors that it does not list, so callers will not expect them. Add to Errors: EMPTY (the rule “said”), LONG (the rule “short”) and BAD_STARS (the rule “stars”).',
  );
  const [fix] = finding?.fixes ?? [];
  expect(fix?.title).toBe('Add EMPTY, LONG and BAD_STARS to Errors');
  expect(applyEdits(text, fix?.edits ?? [])).toBe(document('INVALID, EMPTY, LONG, BAD_STARS'));
});

test('a single one is named in the sentence', () => {
  expect(found(document('INVALID, EMPTY, LONG')).map(({ message }) => message)).toEqual([
    'This call can raise BAD_STARS (the rule “stars”), but does not list it, so callers will not expect it. Add BAD_STARS to Errors.',
  ]);
});
