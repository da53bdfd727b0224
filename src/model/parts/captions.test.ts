import { expect, test } from 'vitest';
import { readModel } from '../read.ts';

const read = (bullets: string, columns = ['', '']): ReturnType<typeof readModel> =>
  readModel(`# Specification: Shop

## 2. Screens and routes

| Screen | Route | About |${columns[0]}
|---|---|---|${'---|'.repeat((columns[0]?.match(/\|/g) ?? []).length)}
| Order | /orders/:id | Order |${columns[1]}

### Order

${bullets}

## 3. Entities and their fields

### Order

| Field | Type |
|---|---|
| name | text |
| status | state |

## 4. States and transitions

### Order.status

| From | Event | To |
|---|---|---|
| | | open |
| open | place | placed |
| open | move on | placed |

## 6. Roles and permissions

| Role | Is |
|---|---|
| agent | \`me == null\` |
`);

test('quoted text is the label of a button, a link, a figure and a section', () => {
  const model = read(
    '- button "Pay: now": place self\n- link "Back for agents": Order\n- figure “Open”: `size(Order)`\n- section "All of it"\n- button Plain: place self',
  );
  const [screen] = model.screens;
  expect(screen?.parts.map((part) => ('label' in part ? part.label : 'title' in part ? part.title : null))).toEqual([
    'Pay: now',
    'Back for agents',
    'Open',
    'All of it',
    'Plain',
  ]);
  expect(model.actions.flatMap(({ action }) => action.problems)).toEqual([]);
});

test('each event of `buttons` may have a label', () => {
  const [part] = read('- buttons: place "Buy, now", move on, delete "Remove" for agent').screens[0]?.parts ?? [];
  expect(part).toMatchObject({
    kind: 'buttons',
    delete: true,
    events: [{ text: 'place' }, { text: 'move on' }],
    roles: [{ text: 'agent' }],
  });
  expect(part?.kind === 'buttons' ? [...(part.captions ?? [])] : null).toEqual([
    ['place', 'Buy, now'],
    ['delete', 'Remove'],
  ]);
});

test('`as "…"` titles a form, a list and every other part that shows records', () => {
  const model = read(
    [
      '- form to create Order as "Buy": name',
      '- list of Order where `name != null` as "My orders": name for agent',
      '- board of Order by status as "Stages"',
      '- board of Order as "Stages" by status: name',
      '- chart of count of Order by status as "How many" as pie',
      '- chart of count of Order by status as pie',
      '- timeline of Order as "History"',
      '- list of Order as "Named" where `name != null`: name',
    ].join('\n'),
  );
  const parts = model.screens[0]?.parts ?? [];
  expect(parts.map(({ kind, caption }) => [kind, caption])).toEqual([
    ['form', 'Buy'],
    ['list', 'My orders'],
    ['board', 'Stages'],
    ['board', 'Stages'],
    ['chart', 'How many'],
    ['chart', null],
    ['timeline', 'History'],
    ['list', 'Named'],
  ]);
  expect(parts[1]).toMatchObject({ fields: [{ name: { text: 'name' } }], roles: [{ text: 'agent' }] });
  expect(parts[4]).toMatchObject({ as: 'pie' });
  expect(model.misreads).toEqual([]);
  expect(model.expressions.flatMap(({ expression }) => expression.problems)).toEqual([]);
});

test('the menu has groups, counts and icons', () => {
  const model = read('', [' Menu | Badge | Icon |', ' Work | `size(Order)` | shopping-cart |']);
  expect(model.screens[0]).toMatchObject({ inMenu: true, group: 'Work', badge: { source: 'size(Order)' }, icon: 'shopping-cart' });
  expect(read('', [' Menu |', ' no |']).screens[0]).toMatchObject({ inMenu: false, group: null });
  const wrong = read('', [' Icon |', ' shoping-cart |']);
  expect(wrong.screens[0]?.icon).toBeNull();
  expect(wrong.misreads.map(({ suggestions }) => suggestions[0]?.insert)).toEqual(['shopping-cart']);
});

test('every visible part has a title', () => {
  const titled = [
    '- list of Order as "T": name',
    '- cards of Order as "T"',
    '- board of Order by status as "T"',
    '- calendar of Order by name as "T"',
    '- timeline of Order as "T"',
    '- chart of count of Order by status as "T" as bar',
    '- details as "T": name as "Its name"',
    '- form to create Order as "T": name',
    '- form to edit as "T": name',
    '- component Map {"name": self.name} as "T"',
    '- sign-in form as "T"',
    '- sign-up form as "T"',
    '- buttons as "T": place',
    '- print as "T"',
    '- tabs as "T"',
    '- columns as "T"',
  ];
  const model = read(titled.join('\n'));
  const parts = model.screens[0]?.parts ?? [];
  expect(parts.map(({ kind, caption }) => [kind, caption])).toEqual(parts.map(({ kind }) => [kind, 'T']));
  expect(parts).toHaveLength(titled.length);
  expect(parts.map(({ kind }) => kind)).not.toContain('unread');
  expect(parts.find(({ kind }) => kind === 'buttons')).toMatchObject({ events: [{ text: 'place' }] });
});
