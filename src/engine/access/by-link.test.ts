import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import type { InputData } from '../form-data.ts';
import type { Outcome } from '../outcome.ts';
import type { Address } from '../record-data.ts';
import type { Command } from '../session.ts';
import { SessionHost } from '../session-host.ts';
import { nobody } from '../world/world.ts';

const invoices = `# Specification: Invoices

## 2. Screens and routes

| Screen | Route | About | Roles |
|---|---|---|---|
| Bill | /bills/:key | Invoice | guest |
| Slates | /bills/:key/items | Invoice | guest |
| Slate | /bills/:key/items/:id | Item | guest |
| Home | / | | |

### Bill

- details: title, status
- buttons: agree
- form to edit: note

### Slates

- list of Item: name
  - open Slate

### Slate

- details: name, invoice

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
| Invoice: agree, delete | yes |
| Invoice: update | no |
| Invoice.note: update | yes |
| Item: read | yes |
| Item: create | yes |
| Item: update | yes |
| Item: delete | yes |
`;

function guest() {
  const { product, id } = productInMemory(invoices);
  const host = new SessionHost(product, { remembers: false, person: nobody });
  const key = String(product.store.record('Invoice', id('Roof'))?.['key']);
  const stored = (name: string, entity = 'Invoice') => product.store.record(entity, id(name));
  const run = (command: Command, address: Address | null) => host.run(command, { address, parts: [] });
  const agree = (name: string): Command => ({ kind: 'event', entity: 'Invoice', id: id(name), event: 'agree', parameters: {} });
  const note = (name: string): Command => ({ kind: 'update', entity: 'Invoice', id: id(name), values: { note: 'At noon.' } });
  return { host, product, id, run, stored, agree, note, at: { screen: 'Bill', parameters: { key } } };
}

test('a guest may do what their role allows with the linked record, on its screen', async () => {
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

test('the link permits nothing on another record', async () => {
  const { run, stored, agree, note, at } = guest();
  for (const command of [agree('Door'), note('Door')]) expect(await run(command, at)).toMatchObject({ ok: false });
  expect(stored('Door')).toMatchObject({ status: 'open', note: null });
});

test('a picker offers what the link shows, and a deletion can be previewed', async () => {
  const { host, id, at } = guest();
  const offered = async (address?: Address) => (await host.choices('Item', '', 50, undefined, address)).map(({ label }) => label);
  expect(await offered(at)).toEqual(['Slates']);
  expect(await offered()).toEqual([]);
  const deletion = (name: string, address?: Address) => host.deletion('Item', [id(name)], address);
  expect(await deletion('Slates', at)).toMatchObject({ ok: true, value: { refused: 0, refusal: null, undoable: true } });
  expect(await deletion('Slates')).toMatchObject({ ok: true, value: { refused: 1 } });
  expect(await deletion('Hinge', at)).toMatchObject({ ok: true, value: { refused: 1, refusal: { status: 404 } } });
});

test('new records in a picker, bulk editing and file imports apply the roles by link', async () => {
  const { host, id, at } = guest();
  const names = (outcome: Outcome<readonly InputData[]>) => outcome.ok && outcome.value.map(({ name }) => name);
  expect(names(await host.editable('Item', at))).toEqual(['name', 'invoice']);
  expect(names(await host.editable('Item'))).toEqual([]);
  const like = async (name: string, address?: Address) => await host.newRecord('Item', id(name), address);
  expect(await like('Slates', at)).toMatchObject({ ok: true, value: { inputs: [{ value: 'Slates' }, { value: { label: 'Roof' } }] } });
  // Nothing is copied from another invoice, and its name is not offered.
  expect(JSON.stringify(await like('Hinge', at))).not.toMatch(/Hinge|Door/u);
  expect(await like('Slates')).toMatchObject({ ok: false, refusals: [{ status: 401 }] });
  const rows = (invoice: string) => [{ name: 'Nails', invoice: id(invoice) }];
  const part = { address: { ...at, screen: 'Slates' }, part: '0' };
  expect(await host.importRows({ part, rows: rows('Roof'), mode: 'all' })).toMatchObject({ value: { created: 1, problems: [] } });
  expect(await host.importRows({ part, rows: rows('Door'), mode: 'all' })).toMatchObject({ value: { created: 0, refused: 1 } });
});

test('a deletion can be undone only with the link', async () => {
  const { run, id, stored, at } = guest();
  const ran = await run({ kind: 'delete', entity: 'Item', id: id('Slates') }, at);
  const token = ran.ok ? (ran.value.undo ?? '') : '';
  expect(stored('Slates', 'Item')).toBeNull();
  expect(await run({ kind: 'restore', token }, null)).toMatchObject({ ok: false });
  const other = { ...at, parameters: { key: `${at.parameters.key.slice(1)}x` } };
  expect(await run({ kind: 'restore', token }, other)).toMatchObject({ ok: false });
  expect(stored('Slates', 'Item')).toBeNull();
  expect(await run({ kind: 'restore', token }, at)).toMatchObject({ ok: true });
  expect(stored('Slates', 'Item')).toMatchObject({ name: 'Slates', invoice: id('Roof') });
});

test('deleting the linked record can be undone with the link that the undo restores', async () => {
  const { run, id, stored, at } = guest();
  await run({ kind: 'delete', entity: 'Item', id: id('Slates') }, at);
  const ran = await run({ kind: 'delete', entity: 'Invoice', id: id('Roof') }, at);
  const token = ran.ok ? (ran.value.undo ?? '') : '';
  expect(stored('Roof')).toBeNull();
  expect(await run({ kind: 'restore', token }, at)).toMatchObject({ ok: true });
  expect(stored('Roof')).toMatchObject({ title: 'Roof', key: at.parameters.key });
});

test('addresses on a linked screen contain the same secret', async () => {
  const { host, product, id, at } = guest();
  const { key } = at.parameters;
  const shownAt = async (address: Address, part: string) => host.open({ address, parts: [{ part }] });
  const first = (screen: string) => product.index.screen(screen)?.parts[0]?.id ?? '';
  const slate = { screen: 'Slate', parameters: { key, id: id('Slates') } };
  const list = JSON.stringify(await shownAt({ ...at, screen: 'Slates' }, first('Slates')));
  expect(list).toContain(JSON.stringify(slate));
  const details = JSON.stringify(await shownAt(slate, first('Slate')));
  expect(details).toContain(JSON.stringify(at));
  // A record of another link needs another secret.
  expect(list).not.toContain(id('Hinge'));
});
