import { expect, test } from 'vitest';
import { readModel } from '../read.ts';

const document = (bullet: string): string =>
  `# Specification: Repairs

## 2. Screens

| Screen | Route | About |
|---|---|---|
| Order | /orders/:id | Order |
| Parts for sale | /parts | |

### Order

- ${bullet}

## 3. Entities

### Order

| Field | Type |
|---|---|
| name | text |
| status | state |

## 4. States

### Order.status

| From | Event | To |
|---|---|---|
| | | open |
| open | move to waiting for parts | waiting for parts |
| open | decide when ready | decided |

## 6. Roles

| Role | Is |
|---|---|
| parts | \`true\` |
`;

const partOf = (bullet: string) => readModel(document(bullet)).screens[0]?.parts[0];

test('keeps an event whose name contains “for” or “when” whole', () => {
  const part = partOf('buttons: decide when ready, move to waiting for parts');
  expect(part).toMatchObject({ kind: 'buttons', roles: [], when: null });
  expect(part?.kind === 'buttons' ? part.events.map(({ text }) => text) : []).toEqual(['decide when ready', 'move to waiting for parts']);
});

test('still reads roles and a condition after such a name', () => {
  const part = partOf('buttons: move to waiting for parts when `name != null` for parts');
  expect(part).toMatchObject({ roles: [{ text: 'parts' }], when: { source: 'name != null' } });
  expect(part?.kind === 'buttons' ? part.events.map(({ text }) => text) : []).toEqual(['move to waiting for parts']);
});

test('a link to a screen whose name contains “for” leads there', () => {
  expect(partOf('link Shop: Parts for sale')).toMatchObject({ kind: 'link', screen: { text: 'Parts for sale' }, roles: [] });
});
