import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import type { Address } from '../record-data.ts';
import type { Command } from '../session.ts';
import { SessionHost } from '../session-host.ts';
import { nobody } from '../world/world.ts';

const invoices = `# Specification: Invoices

## 2. Screens and routes

| Screen | Route | About | Roles |
|---|---|---|---|
| Bill | /bills/:key | Invoice | guest |
| Home | / | | |

### Bill

- details: title, status
- buttons: agree
- form to edit: note

## 3. Entities and their fields

### Invoice

| Field | Type |
|---|---|
| title | text |
| note | text |
| key | secret |
| status | state |

| Example | title | status |
|---|---|---|
| Roof | Roof | open |
| Door | Door | open |

### Item

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| invoice | Invoice | yes |

| Example | name | invoice |
|---|---|---|
| Slates | Slates | Roof |
| Hinge | Hinge | Door |

## 4. States and transitions

### Invoice.status

| From | Event | To | Roles |
|---|---|---|---|
| open | agree | agreed | guest |

## 6. Roles and permissions

| Role | Is | Of |
|---|---|---|
| guest | link | Invoice |

| Permission | guest |
|---|---|
| Invoice: read | yes |
| Invoice: agree | yes |
| Invoice: update | no |
| Invoice.note: update | yes |
| Item: read | yes |
| Item: delete | yes |
`;

function guest() {
  const { product, id } = productInMemory(invoices);
  const host = new SessionHost(product, { remembers: false, person: nobody });
  const key = String(product.store.record('Invoice', id('Roof'))?.['key']);
  const stored = (name: string) => product.store.record('Invoice', id(name));
  const run = (command: Command, address: Address | null) => host.run(command, { address, parts: [] });
  const agree = (name: string): Command => ({ kind: 'event', entity: 'Invoice', id: id(name), event: 'agree', parameters: {} });
  const note = (name: string): Command => ({ kind: 'update', entity: 'Invoice', id: id(name), values: { note: 'At noon.' } });
  return { host, id, run, stored, agree, note, at: { screen: 'Bill', parameters: { key } } };
}

test('a guest does what their role may do with the record of the link, at its screen', async () => {
  const { run, stored, agree, note, at } = guest();
  expect(await run(note('Roof'), at)).toMatchObject({ ok: true });
  expect(await run(agree('Roof'), at)).toMatchObject({ ok: true, value: { record: { label: 'Roof' } } });
  expect(stored('Roof')).toMatchObject({ status: 'agreed', note: 'At noon.' });
});

test.each<[string, (at: Address) => Address | null]>([
  ['no address', () => null],
  ['a wrong key', ({ screen, parameters }) => ({ screen, parameters: { key: `${parameters['key']?.slice(1)}x` } })],
  ['a screen without the key in its route', ({ parameters }) => ({ screen: 'Home', parameters })],
  ['no such screen', ({ parameters }) => ({ screen: 'None', parameters })],
])('nothing without the link: %s', async (_, of) => {
  const { run, stored, agree, note, at } = guest();
  for (const command of [agree('Roof'), note('Roof')]) expect(await run(command, of(at))).toMatchObject({ ok: false });
  expect(stored('Roof')).toMatchObject({ status: 'open', note: null });
});

test('nor anything with another record', async () => {
  const { run, stored, agree, note, at } = guest();
  for (const command of [agree('Door'), note('Door')]) expect(await run(command, at)).toMatchObject({ ok: false });
  expect(stored('Door')).toMatchObject({ status: 'open', note: null });
});

test('a picker offers what the link shows, and the question before a deletion is answered', async () => {
  const { host, id, at } = guest();
  const offered = async (address?: Address) => (await host.choices('Item', '', 50, undefined, address)).map(({ label }) => label);
  expect(await offered(at)).toEqual(['Slates']);
  expect(await offered()).toEqual([]);
  const deletion = (name: string, address?: Address) => host.deletion('Item', [id(name)], address);
  expect(await deletion('Slates', at)).toMatchObject({ ok: true, value: { refused: 0, refusal: null, undoable: true } });
  expect(await deletion('Slates')).toMatchObject({ ok: true, value: { refused: 1 } });
  expect(await deletion('Hinge', at)).toMatchObject({ ok: true, value: { refused: 1, refusal: { status: 404 } } });
});
