import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { readModel } from '../../model/read.ts';
import { SessionHost } from '../session-host.ts';

const document = (bullet: string): string => `# Specification: Talk

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Topic | /topics/:name | Topic |

### Topic

- ${bullet}

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |

| Example | name |
|---|---|
| Ana | Ana |
| Bo | Bo |

### Topic

| Field | Type | Required |
|---|---|---|
| name | text | yes |

| Example | name |
|---|---|
| Lunch | Lunch |
| Rain | Rain |

### Comment

| Field | Type | Required | Default |
|---|---|---|---|
| topic | Topic | yes | |
| author | User | yes | \`me\` |
| body | markdown | yes | |

## 6. Roles and permissions

| Role | Is |
|---|---|
| user | \`me != null\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name |

| Permission | user |
|---|---|
| Topic: read | yes |
| User: read | yes |
| Comment: read | yes |
| Comment: create | \`author == me && me.name == "Ana"\` |
`;

const talkOf = (bullet: string, text = document(bullet)) => {
  const part = readModel(text).screens[0]?.parts[0];
  return part?.kind === 'list' ? part.talk : part?.kind === 'unread' ? part.problem : undefined;
};

test('a message about a person does not count as written by that person', () => {
  const about = (bullet: string) => talkOf(bullet, document(bullet).replace('| topic | Topic |', '| about | User |'));
  expect(about('list of Comment where `about == self` as conversation')).toMatchObject({ who: 'author' });
  expect(about('list of Comment where `size(body) > 0 && self == about` as conversation')).toMatchObject({ who: 'author' });
  expect(about('list of Comment as conversation')).toMatchObject({ who: 'about' });
  expect(about('list of Comment where `about == self && author == me` as conversation')).toMatchObject({ who: 'about' });
});

test('finds the author, the time and the text of a message', () => {
  const talk = { who: 'author', when: 'createdAt', text: 'body' };
  expect(talkOf('list of Comment where `topic == self`')).toEqual(talk);
  expect(talkOf('list of Comment where `topic == self` as conversation')).toEqual(talk);
  expect(talkOf('list of Comment where `topic == self` as conversation: body, author, updatedAt')).toEqual({ ...talk, when: 'createdAt' });
  expect(talkOf('list of Comment where `topic == self`: body, author as "From", createdAt')).toEqual(talk);
  expect(talkOf('list of Comment where `topic == self`: body, author')).toEqual(talk);
  expect(talkOf('list of Comment where `topic == self`: body, createdAt')).toBe(null);
  expect(talkOf('list of Comment where `topic == self`: body, author, topic')).toBe(null);
  expect(talkOf('list of Comment: body, author')).toBe(null);
  expect(talkOf('list of Topic')).toBe(null);
  expect(talkOf('list of Topic as conversation')).toEqual({ who: 'createdBy', when: 'createdAt', text: 'name' });
});

test('a new message gets the record of the list and is read after the others', async () => {
  const it = productInMemory(document('list of Comment where `topic == self`'));
  const session = new SessionHost(it.product, { remembers: false });
  const part = { address: { screen: 'Topic', parameters: { name: 'Lunch' } }, part: '0' };
  await session.actAs(it.id('Ana'));
  for (const body of ['first', 'second']) {
    expect(await session.run({ kind: 'create', part, entity: 'Comment', values: { body } })).toMatchObject({ ok: true });
    it.clock.advance(1000);
  }
  const read = await session.part(part);
  expect(read).toMatchObject({
    ok: true,
    value: {
      rows: [{ values: { body: 'second', author: { label: 'Ana' } } }, { values: { body: 'first' } }],
      composer: [{ name: 'body', required: true }],
    },
  });
  const elsewhere = await session.run({ kind: 'create', part, entity: 'Comment', values: { body: 'third', topic: it.id('Rain') } });
  expect(elsewhere.ok && elsewhere.value.record?.values['topic']).toMatchObject({ label: 'Lunch' });
  await session.actAs(it.id('Bo'));
  expect(await session.run({ kind: 'create', part, entity: 'Comment', values: { body: 'no' } })).toMatchObject({
    ok: false,
    refusals: [{ error: 'FORBIDDEN' }],
  });
  expect(await session.part(part)).toMatchObject({ value: { composer: null } });
  await session.actAs(null);
  expect((await session.part(part)).ok).toBe(false);
});
