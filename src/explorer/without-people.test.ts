import { expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { explore } from './explore.ts';

const notes = `# Specification: Notes

## 3. Entities and their fields

### Note

| Field | Type |
|---|---|
| status | state |

## 4. States and transitions

### Note.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | close | closed | | | | final |
`;

test.each([1, 2, 3])('without people, %i notes that anyone creates and closes: multisets of two states', async (records) => {
  const { worlds, findings, complete } = await explore(readModel(notes), { bounds: { records, reduced: false }, now: () => 0 });
  expect({ complete, findings }).toEqual({ complete: true, findings: [] });
  expect(worlds).toBe(((records + 1) * (records + 2)) / 2);
});
