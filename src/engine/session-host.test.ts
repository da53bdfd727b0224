import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withFewExamples } from '../../testing/few-examples.ts';
import { productInMemory } from '../../testing/product.ts';
import type { PartKind } from '../model/ast/screens.ts';
import type { ListOptions, PartData } from './part-data.ts';
import type { Address } from './record-data.ts';
import type { Command } from './session.ts';
import { SessionHost } from './session-host.ts';

const spec = (name: string): string => withFewExamples(name, readFileSync(new URL(`../../specs/${name}`, import.meta.url), 'utf8'));

type DataOf<K, D = PartData> = D extends { readonly kind: infer X } ? (K extends X ? D : never) : never;

function open(text = spec('helpdesk.md')) {
  const made = productInMemory(text);
  const host = new SessionHost(made.product);
  const as = (example: string | null) => host.actAs(example === null ? null : made.id(example));
  const at = (screen: string, parameters: Readonly<Record<string, string>> = {}): Address => ({ screen, parameters });
  /** The first part of a kind on a screen, or the one at index `which` among them. */
  async function part<K extends PartKind>(address: Address, kind: K, options: ListOptions = {}, which = 0): Promise<DataOf<K>> {
    const parts = made.product.index.screen(address.screen)?.parts ?? [];
    type Parts = typeof parts;
    const all = (list: Parts): string[] =>
      list.flatMap((one) => [...(one.kind === kind ? [one.id] : []), ...('parts' in one ? all(one.parts) : [])]);
    const outcome = await host.part({ address, part: all(parts)[which] ?? '' }, options);
    if (!outcome.ok) throw new Error(outcome.refusals.map(({ error, because }) => `${error}: ${because}`).join());
    return outcome.value as DataOf<K>;
  }
  const refusal = async (command: Command) => {
    const outcome = await host.run(command);
    return outcome.ok ? null : outcome.refusals[0];
  };
  return { ...made, host, as, at, part, refusal };
}

const boiler = { number: '1' };

describe('who and where', () => {
  test('acting as an example survives a reload', async () => {
    const { host, as, product } = open();
    expect(await host.person()).toMatchObject({ account: null, roles: ['visitor'] });
    expect((await host.actors()).map(({ example, roles }) => `${example}: ${roles.join()}`)).toEqual([
      'Ana: customer',
      'Carl: customer',
      'Bo: agent',
      'Ida: agent',
      'Mia: manager',
    ]);
    expect(await as('Mia')).toMatchObject({ account: { label: 'Mia Rossi' }, roles: ['manager'] });
    expect(await new SessionHost(product).person()).toMatchObject({ roles: ['manager'] });
    expect(await new SessionHost(product, { remembers: false }).person()).toMatchObject({ roles: ['visitor'] });
  });

  test('the navigation lists the screens that the person may open', async () => {
    const { host, as } = open();
    const names = async () => (await host.navigation()).map((item) => item.screen);
    expect(await names()).toEqual(['Sign in']);
    await as('Ana');
    expect(await names()).toEqual(['My tickets', 'New ticket']);
    await as('Mia');
    expect(await names()).toEqual(['Queue', 'New ticket', 'Team']);
  });

  test('a screen is refused by its roles first, then by its record', async () => {
    const { host, as, at } = open();
    expect(await host.screen(at('Queue'))).toMatchObject({ ok: false, refusals: [{ error: 'UNAUTHORIZED' }] });
    await as('Carl');
    expect(await host.screen(at('Queue'))).toMatchObject({ ok: false, refusals: [{ error: 'FORBIDDEN' }] });
    expect(await host.screen(at('Ticket', boiler))).toMatchObject({
      ok: false,
      refusals: [{ error: 'NOT_FOUND', message: 'There is no such ticket.' }],
    });
    expect(await host.screen(at('Ticket', { number: 'x' }))).toMatchObject({ ok: false, refusals: [{ error: 'NOT_FOUND' }] });
    expect(await host.screen(at('Nowhere'))).toMatchObject({ ok: false, refusals: [{ error: 'NOT_FOUND' }] });
    expect(await host.screen(at('Ticket', { number: '3' }))).toMatchObject({
      ok: true,
      value: { record: { label: 'Invoice has the wrong address' } },
    });
  });

  test('parts for other roles are neither listed nor readable', async () => {
    const { host, as, at } = open();
    await as('Ana');
    const outcome = await host.screen(at('Ticket', boiler));
    expect(outcome.ok && outcome.value.visible).not.toContain('0.1.3');
    expect(await host.part({ address: at('Ticket', boiler), part: '0.1.3' })).toMatchObject({
      ok: false,
      refusals: [{ error: 'NOT_FOUND' }],
    });
  });
});

describe('lists', () => {
  test('lists sort as the document says, enums in declaration order; relations have labels', async () => {
    const { as, at, part } = open();
    await as('Bo');
    const list = await part(at('Queue'), 'list');
    expect(list.rows.map((row) => row.values['priority'])).toEqual(['high', 'normal', 'low']);
    expect(list.rows[0]?.values['customer']).toMatchObject({ entity: 'User', label: 'Ana Díaz', address: { screen: 'Person' } });
    expect(list.addresses[list.rows[0]?.id ?? '']).toEqual({ screen: 'Ticket', parameters: { number: '1' } });
    expect(list).toMatchObject({ total: 3, perPage: 25, open: 'Ticket' });
    expect(list.bulk.map(({ event }) => event)).toEqual(['assign', 'close']);
    expect(list.edit.map(({ name }) => name)).toEqual(['priority']);
  });

  test('lists sort by computed fields and by relations, in pages', async () => {
    const { as, at, part } = open();
    await as('Mia');
    const by = async (field: string, descending: boolean, options: ListOptions = {}) =>
      (await part(at('Queue'), 'list', { sort: [{ field, descending }], ...options })).rows.map((row) => row.values['number']);
    expect(await by('due', false)).toEqual([1, 2, 3]);
    expect(await by('due', true)).toEqual([2, 3, 1]);
    expect(await by('customer', true)).toEqual([3, 1, 2]);
    expect(await by('number', false, { limit: 1, offset: 1 })).toEqual([2]);
    expect((await part(at('Team'), 'list', { sort: [{ field: 'openTickets', descending: true }] })).rows.map((row) => row.label)).toEqual([
      'Bo Chen',
      'Ida Obi',
    ]);
  });

  test('lists can be searched and filtered; each filter lists its choices', async () => {
    const { as, at, part, id } = open();
    await as('Bo');
    const numbers = async (options: ListOptions) => (await part(at('Queue'), 'list', options)).rows.map((row) => row.values['number']);
    expect(await numbers({ search: 'HUMS' })).toEqual([1]);
    expect(await numbers({ filters: { status: ['open', 'resolved'] } })).toEqual([1, 3]);
    expect(await numbers({ filters: { assignee: [id('Bo')] } })).toEqual([2]);
    expect(await numbers({ filters: { assignee: [null] } })).toEqual([1]);
    expect(await numbers({ filters: { status: ['nonsense'] } })).toEqual([]);
    // A filter also works on a field that the part does not name.
    expect(await numbers({ filters: { number: { from: 2 } } })).toEqual([2, 3]);
    const { filters } = await part(at('Queue'), 'list');
    expect(filters.map((filter) => `${filter.field}: ${filter.choices.map((choice) => choice.label).join()}`)).toEqual([
      'status: open,assigned,resolved,closed',
      'priority: low,normal,high',
      'assignee: Bo Chen,Ida Obi,',
    ]);
  });

  test('a list shows only records that the person may read', async () => {
    const { as, at, part } = open();
    await as('Carl');
    expect((await part(at('My tickets'), 'list')).rows.map((row) => row.values['number'])).toEqual([3]);
  });

  test('a hidden field is absent from the details', async () => {
    const { as, at, part } = open(spec('conduit.md'));
    await as('Jake');
    const address = at('Profile', { username: 'celeb' });
    const withEmail = open(spec('conduit.md').replace('- details: image, username, bio', '- details: image, username, email'));
    await withEmail.as('Jake');
    expect((await withEmail.part(address, 'details')).fields).toEqual(['image', 'username']);
    expect((await withEmail.part(at('Profile', { username: 'jake' }), 'details')).fields).toEqual(['image', 'username', 'email']);
    expect((await part(address, 'details')).record?.values).not.toHaveProperty('email');
  });
});

describe('the other parts', () => {
  test('a board has columns, and the events that lead from one to another', async () => {
    const { as, at, part, id } = open();
    await as('Mia');
    const board = await part(at('Queue'), 'board');
    expect(board.columns.map(({ value, total }) => `${value} ${total}`)).toEqual(['open 1', 'assigned 1', 'resolved 1', 'closed 0']);
    expect(board.moves[id('Boiler')]).toMatchObject([
      { to: 'assigned', event: 'assign', enabled: true, parameters: [{ name: 'assignee', type: 'relation' }] },
      { to: 'resolved', event: 'resolve', enabled: false, refusal: { error: 'NO_ANSWER' } },
      {
        to: 'closed',
        event: null,
        enabled: false,
        refusal: { error: 'CONFLICT', message: 'You can’t move this from “Open” to “Closed”.' },
      },
    ]);
    await as('Bo');
    expect(
      (await part(at('Queue'), 'board')).moves[id('Invoice')]?.map(({ to, event, refusal }) => `${to} ${event ?? refusal?.error}`),
    ).toEqual(['closed close', 'open CONFLICT', 'assigned CONFLICT']);
  });

  test('figures, charts and the calendar have their data', async () => {
    const { as, at, part } = open();
    await as('Mia');
    expect(await part(at('Queue'), 'figure')).toMatchObject({ value: 1, problem: null });
    expect((await part(at('Team'), 'chart')).points).toEqual([
      { label: 'open', value: 1 },
      { label: 'assigned', value: 1 },
      { label: 'resolved', value: 1 },
      { label: 'closed', value: 0 },
    ]);
    expect((await part(at('Team'), 'chart', {}, 1)).points).toContainEqual({ label: '', value: 1 });
    expect((await part(at('Team'), 'chart', {}, 2)).points).toEqual([{ label: '2026-01-05', value: 3 }]);
    const entries = (await part(at('Queue'), 'calendar')).entries;
    expect(entries.map((entry) => entry.from.slice(0, 10))).toEqual(['2026-01-05', '2026-01-08', '2026-01-08']);
    expect((await part(at('Queue'), 'calendar', { filters: { due: { from: '2026-01-06T00:00:00Z' } } })).entries).toHaveLength(2);
  });

  test('the timeline names the person and the operation', async () => {
    const { as, at, part, host, id } = open();
    await as('Mia');
    await host.run({ kind: 'event', entity: 'Ticket', id: id('Boiler'), event: 'assign', parameters: { assignee: id('Bo') } });
    const { entries } = await part(at('Ticket', boiler), 'timeline');
    expect(entries[0]).toMatchObject({ operation: 'assign', by: { label: 'Mia Rossi' } });
    expect(entries[0]?.changes).toContainEqual({ field: 'assignee', from: null, to: expect.objectContaining({ label: 'Bo Chen' }) });
    expect(entries.at(-1)).toMatchObject({ operation: 'create', by: null });
  });

  test('forms ask for what the person may set, with the current values', async () => {
    const { as, at, part } = open();
    await as('Ana');
    const form = await part(at('New ticket'), 'form');
    expect(form.inputs.map((input) => [input.name, input.type, input.required, input.value, input.maxLength])).toEqual([
      ['subject', 'text', true, null, 120],
      ['body', 'markdown', false, null, 10000],
      ['priority', 'enum', true, 'normal', null],
      ['photo', 'image', false, null, null],
    ]);
    expect(form.refusal).toBeNull();
    expect((await part(at('Ticket', boiler), 'form')).inputs.map((input) => input.name)).toEqual(['body']);
    const rejected = open(
      spec('helpdesk.md').replace('- form to edit: priority, tags for agent, manager', '- form to edit: priority, tags, subject'),
    );
    await rejected.as('Ana');
    expect((await rejected.part(at('Ticket', boiler), 'form', {}, 1)).inputs.map((input) => input.name)).toEqual(['subject']);
  });

  test('a form leaves out a field that the person can never change', async () => {
    const withCustomer = (fields: string): string =>
      spec('helpdesk.md').replace('- form to edit: priority, tags for agent, manager', `- form to edit: ${fields}`);
    const ana = open(withCustomer('subject, customer'));
    await ana.as('Ana');
    expect((await ana.part(ana.at('Ticket', boiler), 'form', {}, 1)).inputs.map((input) => input.name)).toEqual(['subject']);
    const alone = open(withCustomer('customer'));
    await alone.as('Ana');
    expect(await alone.part(alone.at('Ticket', boiler), 'form', {}, 1)).toMatchObject({
      inputs: [],
      refusal: { error: 'FORBIDDEN', because: 'section 6 does not grant Ticket.customer: update for the record after the change' },
    });
  });

  test('a form without any permitted field says why', async () => {
    const text = spec('helpdesk.md').replace('- form to edit: priority, tags for agent, manager', '- form to edit: priority, tags');
    const { as, at, part } = open(text);
    await as('Ana');
    expect(await part(at('Ticket', boiler), 'form', {}, 1)).toMatchObject({
      inputs: [],
      refusal: { error: 'FORBIDDEN', because: expect.stringContaining('Ticket.priority: update') },
    });
    const other = open(text.replace('- form to create Ticket: subject', '- form to create User: name'));
    await other.as('Ana');
    expect(await other.part(at('New ticket'), 'form')).toMatchObject({ inputs: [], refusal: { error: 'FORBIDDEN' } });
  });

  test('buttons depend on role and state, and are disabled if only the guard fails', async () => {
    const { as, at, part } = open();
    await as('Ana');
    expect((await part(at('Ticket', boiler), 'buttons')).events).toEqual([]);
    await as('Bo');
    expect((await part(at('Ticket', boiler), 'buttons')).events).toMatchObject([
      { event: 'assign', enabled: true, parameters: [{ name: 'assignee', entity: 'User' }] },
      { event: 'resolve', enabled: false, refusal: { error: 'NO_ANSWER', message: 'Answer the customer before you resolve the ticket.' } },
    ]);
    const conduit = open(spec('conduit.md'));
    await conduit.as('Jake');
    await conduit.host.run({ kind: 'create', part: null, entity: 'Article', values: { title: 'T', description: 'd', body: 'b' } });
    const slug = String(conduit.product.store.query({ entity: 'Article', conditions: [] })[0]?.['slug']);
    expect((await conduit.part(at('Article', { slug }), 'buttons')).delete).toEqual({ enabled: true, refusal: null });
    await conduit.as('Celeb');
    expect((await conduit.part(at('Article', { slug }), 'buttons')).delete).toBeNull();
    expect((await conduit.part(at('Article', { slug }), 'button')).enabled).toBe(true);
  });

  test('sign-in and sign-up ask for the fields they need', async () => {
    const { at, part } = open();
    expect((await part(at('Sign in'), 'sign-in')).inputs.map((input) => input.name)).toEqual(['email', 'password']);
    expect((await part(at('Sign in'), 'sign-up')).inputs.map((input) => input.name)).toEqual(['name', 'email', 'password']);
  });
});

describe('commands', () => {
  test('a form creates a record with its presets and opens the screen that it names', async () => {
    const { as, at, host, id, product } = open();
    await as('Ana');
    const made = await host.run({
      kind: 'create',
      part: { address: at('New ticket'), part: '0' },
      entity: 'Ticket',
      values: { subject: 'Cold' },
    });
    expect(made).toMatchObject({ ok: true, value: { record: { label: 'Cold' }, open: { screen: 'Ticket', parameters: { number: '4' } } } });
    const comment = { kind: 'create', part: { address: at('Ticket', boiler), part: '0.0.2' }, entity: 'Comment' } as const;
    expect(await host.run({ ...comment, values: { body: 'Please hurry.', ticket: id('Invoice') } })).toMatchObject({ ok: true });
    const [written] = product.store
      .query({ entity: 'Comment', conditions: [], sort: [{ field: 'createdAt', descending: true }] })
      .filter((record) => record['body'] === 'Please hurry.');
    expect(written?.['ticket']).toBe(id('Boiler'));
  });

  test('refusals are shown where the catalogue says', async () => {
    const { as, refusal, id } = open();
    await as('Ana');
    const create = (values: Readonly<Record<string, string>>): Command => ({ kind: 'create', part: null, entity: 'Ticket', values });
    expect(await refusal(create({ subject: ' ' }))).toMatchObject({
      error: 'SUBJECT_EMPTY',
      message: 'Say what the problem is.',
      shown: { kind: 'at', field: 'subject' },
      field: 'subject',
    });
    expect(await refusal(create({ subject: 'x'.repeat(121) }))).toMatchObject({ message: 'The subject can have at most 120 characters.' });
    expect(await refusal({ kind: 'update', entity: 'Ticket', id: 'none', values: { subject: 'x' } })).toMatchObject({ error: 'NOT_FOUND' });
    expect(await refusal({ kind: 'delete', entity: 'Ticket', id: id('Boiler') })).toMatchObject({
      error: 'FORBIDDEN',
      because: 'section 6 grants Ticket: delete to manager only',
    });
  });

  test('signing in changes the acting person', async () => {
    const { host } = open();
    expect(await host.run({ kind: 'sign-in', values: { email: 'bo@example.com', password: 'wrong' } })).toMatchObject({ ok: false });
    expect(await host.run({ kind: 'sign-in', values: { email: 'bo@example.com', password: 'correct-horse' } })).toMatchObject({
      ok: true,
      value: { record: { label: 'Bo Chen' } },
    });
    expect(await host.person()).toMatchObject({ roles: ['agent'] });
    await host.run({ kind: 'sign-out' });
    expect(await host.person()).toMatchObject({ account: null });
  });

  test('buttons act on the screen’s record', async () => {
    const { as, at, host, product, id } = open(spec('conduit.md'));
    await as('Jake');
    const address = at('Profile', { username: 'celeb' });
    expect(await host.run({ kind: 'button', part: { address, part: '1' } })).toMatchObject({ ok: true });
    expect(product.store.members('User', 'followers', id('Celeb'))).toEqual([id('Jake')]);
    // Now the other button is visible.
    expect(await host.run({ kind: 'button', part: { address, part: '1' } })).toMatchObject({ ok: false });
  });

  test('subscribers are notified after each write, and only then', async () => {
    const { as, host, refusal, id } = open();
    await as('Ana');
    let told = 0;
    const end = host.subscribe(() => told++);
    await refusal({ kind: 'delete', entity: 'Ticket', id: id('Boiler') });
    expect(told).toBe(0);
    await host.run({ kind: 'update', entity: 'Ticket', id: id('Boiler'), values: { subject: 'New' } });
    expect(told).toBe(1);
    end();
    await host.run({ kind: 'update', entity: 'Ticket', id: id('Boiler'), values: { subject: 'Newer' } });
    expect(told).toBe(1);
  });

  test('files are stored and assigned to records', async () => {
    const { as, host, id, at, part } = open();
    await as('Ana');
    const file = await host.putFile({ name: 'a.png', mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) });
    expect(await host.run({ kind: 'update', entity: 'Ticket', id: id('Boiler'), values: { photo: { ...file } } })).toMatchObject({
      ok: true,
    });
    expect((await part(at('Ticket', boiler), 'details')).record?.values['photo']).toEqual({ ...file, size: 3 });
    expect(await host.file(file.id)).toEqual(new Uint8Array([1, 2, 3]));
    expect(await host.file('none')).toBeNull();
  });

  test('an internal error becomes a refusal, not an exception', async () => {
    const { host, as, product } = open();
    await as('Ana');
    product.store.apply = () => {
      throw new Error('the disk is gone');
    };
    expect(await host.run({ kind: 'create', part: null, entity: 'Ticket', values: { subject: 'x' } })).toMatchObject({
      ok: false,
      refusals: [{ status: 500, message: expect.not.stringContaining('disk') }],
    });
  });

  test('choices contain only what the person may read', async () => {
    const { as, host } = open();
    await as('Ana');
    expect((await host.choices('User', '', 10)).map((choice) => choice.label)).toEqual(['Ana Díaz', 'Bo Chen', 'Ida Obi', 'Mia Rossi']);
    expect((await host.choices('User', 'chen', 10)).map((choice) => choice.label)).toEqual(['Bo Chen']);
    expect(await host.choices('User', '', 2)).toHaveLength(2);
  });

  test('timers fire while the product runs', async () => {
    const { as, at, part, clock } = open();
    await as('Mia');
    clock.advance(15 * 86_400_000);
    expect((await part(at('Queue'), 'board')).columns.map(({ total }) => total)).toEqual([1, 1, 0, 1]);
  });
});

test('a document without content runs', async () => {
  const { host } = open(spec('unidentified.txt'));
  expect(await host.person()).toMatchObject({ account: null });
  expect(await host.navigation()).toEqual([]);
  expect(await host.actors()).toEqual([]);
});
