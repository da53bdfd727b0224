import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import type { ListOptions, PartData } from '../part-data.ts';
import { SessionHost } from '../session-host.ts';

const text = (required = '') => `# Specification: Studio

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Ideas | / | |

### Ideas

- board of Idea by stage: title
- calendar of Idea by due colour by grade: title
- section "Ideas" \`size(Idea)\`
- section "Lost" \`size(Stage.filter(s, s.name == nothing.name))\`
- board of Idea by looked: title
- calendar of Idea by due colour by stage: title
  - filter grade
- board of Idea by grade: title
  - search title
  - filter stage

## 3. Entities and their fields

### Stage

| Field | Type |
|---|---|
| name | text |
| secret | boolean |

| Example | name | secret |
|---|---|---|
| Draft | Draft | no |
| Ready | Ready | no |
| Hidden | Hidden | yes |

### Idea

| Field | Type | Required | Computed |
|---|---|---|---|
| title | text | | |
| stage | Stage | ${required} | |
| grade | enum low, high | | |
| due | date | | |
| open | boolean | | |
| looked | Stage | | \`stage\` |

| Example | title | stage | grade | due | open |
|---|---|---|---|---|---|
| A | a | Ready | high | 2026-01-05 | yes |
| B | b | Draft | low | 2026-01-06 | no |
${required === '' ? '| C | c | | | | yes |' : ''}
| D | d | Hidden | low | | yes |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |

| Permission | visitor |
|---|---|
| Stage: read | \`!secret\` |
| Idea: read | yes |
| Idea: update | \`open\` |
`;

const narrowed = async (id: string, options: ListOptions): Promise<PartData> => {
  const host = new SessionHost(productInMemory(text()).product);
  const found = await host.part({ address: { screen: 'Ideas', parameters: {} }, part: id }, options);
  if (!found.ok) throw new Error(JSON.stringify(found.refusals));
  return found.value;
};

const part = async (id: string, required = ''): Promise<{ readonly host: SessionHost; readonly data: PartData }> => {
  const host = new SessionHost(productInMemory(text(required)).product);
  const found = await host.part({ address: { screen: 'Ideas', parameters: {} }, part: id });
  if (!found.ok) throw new Error(JSON.stringify(found.refusals));
  return { host, data: found.value };
};

test('a board by a relation has a column for each readable record, and one for records without a value', async () => {
  const { host, data } = await part('0');
  if (data.kind !== 'board') throw new Error(data.kind);
  expect(data.columns.map(({ label, total, rows }) => [label?.label ?? null, total, rows.map((row) => row.label)])).toEqual([
    [null, 1, ['c']],
    ['Draft', 1, ['b']],
    ['Ready', 1, ['a']],
  ]);
  const [none, draft, ready] = data.columns;
  const cards = data.columns.flatMap(({ rows }) => rows);
  const moves = (name: string) => data.moves[cards.find(({ label }) => label === name)?.id ?? '']?.map(({ to, event }) => [to, event]);
  expect(moves('c')).toEqual([
    [draft?.value, null],
    [ready?.value, null],
  ]);
  expect(moves('a')).toEqual([
    ['', null],
    [draft?.value, null],
  ]);
  // Section 6 lets no role change it.
  expect(moves('b')).toEqual([]);
  const [card] = none?.rows ?? [];
  const outcome = await host.run({ kind: 'update', entity: 'Idea', id: card?.id ?? '', values: { stage: ready?.value ?? '' } });
  expect(outcome.ok).toBe(true);
  const after = await host.part({ address: { screen: 'Ideas', parameters: {} }, part: '0' });
  expect(after.ok && after.value.kind === 'board' ? after.value.columns.map(({ total }) => total) : null).toEqual([0, 1, 2]);
});

test('a required relation has no empty column; cards of a computed one cannot be moved', async () => {
  const { data } = await part('0', 'yes');
  expect(data.kind === 'board' ? data.columns.map(({ label }) => label?.label) : null).toEqual(['Draft', 'Ready']);
  const { data: computed } = await part('4');
  expect(computed.kind === 'board' ? Object.values(computed.moves).flat() : null).toEqual([]);
});

test('a calendar includes the field that its entries are coloured by', async () => {
  const { data } = await part('1');
  expect(data.kind === 'calendar' ? data.entries.map(({ record }) => record.values['grade']) : null).toEqual(['high', 'low']);
});

test('a calendar coloured by a relation lists its records, except those that the person may not read', async () => {
  const { data } = await part('5');
  expect(data.kind === 'calendar' ? data.lanes.map(({ label }) => label) : null).toEqual(['Draft', 'Ready']);
  expect((await part('1')).data).toMatchObject({ lanes: [] });
});

test('a section has its count, or none if it has no value', async () => {
  expect((await part('2')).data).toEqual({ kind: 'section', count: 4 });
  expect((await part('3')).data).toEqual({ kind: 'section', count: null });
});

test('a board that names filters offers them with their choices, and shows what a search and they leave', async () => {
  const cardsOf = (data: PartData) => (data.kind === 'board' ? data.columns.flatMap(({ rows }) => rows.map(({ label }) => label)) : null);
  const data = await narrowed('6', {});
  expect(data).toMatchObject({
    filters: [{ field: 'stage', named: true, choices: [{ label: 'Draft' }, { label: 'Ready' }, { unnamed: {} }, { value: null }] }],
    offered: ['title', 'stage', 'grade', 'due', 'open', 'looked', 'createdAt', 'updatedAt', 'createdBy'],
  });
  expect(cardsOf(data)).toEqual(['b', 'd', 'a']);
  expect(cardsOf(await narrowed('6', { search: 'a' }))).toEqual(['a']);
  const draft = data.kind === 'board' ? data.filters[0]?.choices.find(({ label }) => label === 'Draft')?.value : null;
  expect(cardsOf(await narrowed('6', { filters: { stage: [draft ?? null] } }))).toEqual(['b']);
  expect(await narrowed('6', { filters: { due: { from: 'soon' } } })).toMatchObject({ unread: [{ field: 'due', value: 'soon' }] });
});

test('a calendar that names filters offers them; without names, nothing is offered', async () => {
  const data = await narrowed('5', { filters: { grade: ['low'] } });
  expect(data).toMatchObject({ filters: [{ field: 'grade', named: true }], entries: [{ record: { label: 'b' } }] });
  expect((await part('1')).data).toMatchObject({ filters: [], offered: [] });
});
