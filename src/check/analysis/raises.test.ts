import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { mayRaise } from './raises.ts';

const likely = (does: string, rule: string): readonly string[] => {
  const model = readModel(`# Papers

## 3. Entities

### Person

| Field | Type |
|---|---|
| email | email |

### Paper

| Field | Type |
|---|---|
| number | serial |
| authors | list of Person |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| authors | Paper | \`${rule}\` | LIMIT |

## 7. Calls

| Call | Takes | Does |
|---|---|---|
| \`POST /papers/:number/authors\` | \`{email}\` | \`get Person as p where p.email == email; get Paper as s where s.number == number; ${does}\` |

## 9. Constants

| Constant | Value |
|---|---|
| MOST | 3 |
`);
  const [call] = model.calls;
  return call === undefined ? [] : [...(mayRaise(model, call)?.likely.keys() ?? [])].filter((error) => error === 'LIMIT');
};

test.each([
  ['size(authors) <= MOST', ['LIMIT'], []],
  ['authors.size() < 4', ['LIMIT'], []],
  ['size(authors) >= 1', [], ['LIMIT']],
  ['size(authors) != 2', ['LIMIT'], ['LIMIT']],
  ['!authors.exists(a, a.email == null)', ['LIMIT'], ['LIMIT']],
])('%s: a call that adds to the list may raise %j, one that removes from it %j', (rule, adding, removing) => {
  expect(likely('add p to s.authors', rule)).toEqual(adding);
  expect(likely('remove p from s.authors', rule)).toEqual(removing);
});
