import { describe, expect, test } from 'vitest';
import type { ListOptions } from '../../src/engine/part-data.ts';
import type { Address } from '../../src/engine/record-data.ts';
import type { Command } from '../../src/engine/session.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { nobody, type Person } from '../../src/engine/world/world.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import {
  addresses,
  as,
  asked,
  askersOn,
  belongsTo,
  flat,
  liven,
  model,
  openings,
  organisationsOn,
  otherOf,
  type Running,
  running,
  storeNames,
} from './two-organisations.ts';

/*
 * Two organisations in one product. Whatever happens in one, people of the other are told the same,
 * and a record of the other organisation is to them as one that does not exist.
 */

/** All that a person sees on screens, parts, lists, pickers, counts, the menu and the calls. */
async function told(
  of: Running,
  person: Person,
  places: readonly Address[],
  options: readonly ListOptions[],
): Promise<Map<string, string>> {
  const { product } = of;
  const host = new SessionHost(product, { remembers: false, person });
  const answers = new Map<string, string>();
  const note = (question: string, answer: unknown): void => void answers.set(question, JSON.stringify(answer));
  note('who', await host.person());
  note('menu', await host.navigation());
  for (const { name } of model.entities) {
    for (const one of options) note(`records ${name.text} ${JSON.stringify(one)}`, await host.records(name.text, one));
    for (const search of ['', 'zebra', 'e']) note(`choices ${name.text} ${search}`, await host.choices(name.text, search, 100));
  }
  for (const address of places) {
    const parts = flat(model.screens.find(({ name }) => name.text === address.screen)?.parts ?? []);
    // What a screen was read from tells which changes it hears of.
    const view = await host.open({ address, parts: parts.map(({ id }) => ({ part: id, options: {} })) });
    note(`view ${JSON.stringify(address)}`, { ...view, person: null });
    for (const part of parts.filter((one) => 'filter' in one))
      for (const one of options)
        note(`part ${part.id} ${JSON.stringify([address, one])}`, await host.part({ address, part: part.id }, one));
  }
  const calls = new Calls(product);
  for (const path of paths) {
    const answer = calls.answer({ method: 'GET', path, query: '', token: person.token, contentType: null, body: null });
    note(`GET ${path}`, [answer.status, answer.body]);
  }
  return answers;
}

const paths = ['', '/northwind/projects', '/northwind/tasks', '/harbour-rowing/projects', '/harbour-rowing/tasks', '/none/tasks'].map(
  (path) => `/api/organisations${path}`,
);

const opened = await openings();

describe.each(storeNames)('%s', (store) => {
  const open = (): Running => opened(store);

  test.each(organisationsOn(store))(
    'what happens in the other organisation changes nothing that people of %s are told',
    async (organisation) => {
      const [quiet, lively] = [open(), open()];
      const places = addresses(quiet);
      const options = store === 'Postgres' ? asked.filter((_, index) => index % 2 === 1) : asked;
      await liven(lively, otherOf(organisation));
      for (const name of [...askersOn(store, organisation), null]) {
        const before = await told(quiet, as(quiet, name), places, options);
        const after = await told(lively, as(lively, name), places, options);
        expect(before.size).toBeGreaterThan(250);
        for (const [question, answer] of before) expect([name, question, after.get(question)]).toEqual([name, question, answer]);
        // The test would see it: the word is found where they are told of it.
        expect([...after.values()].join(' ')).not.toContain('Zebra');
      }
      const boss = organisation === 'Northwind' ? 'Mats' : 'Lena';
      expect([...(await told(lively, as(lively, boss), places, options)).values()].join(' ')).toContain('Zebra');
    },
    120_000,
  );

  test.each(organisationsOn(store))(
    'a record of the other organisation is to people of %s as one that does not exist, whatever they do to it',
    async (organisation) => {
      const of = open();
      const { product, ids } = of;
      const home = ids[organisation]?.id ?? '';
      const foreign = Object.values(ids).filter(({ entity, id }) => belongsTo(product, entity, id) === ids[otherOf(organisation)]?.id);
      expect(foreign.length).toBeGreaterThan(5);
      for (const name of askersOn(store, organisation)) {
        const host = new SessionHost(product, { remembers: false, person: as(of, name) });
        for (const { entity, id } of foreign) {
          const missing = `${id.slice(0, -4)}ffff`;
          for (const make of commandsOn(entity, home)) {
            const [there, notThere] = [await host.run(make(id)), await host.run(make(missing))];
            expect(there.ok, JSON.stringify(make(id))).toBe(false);
            expect([name, make(''), plain(there, id)]).toEqual([name, make(''), plain(notThere, missing)]);
          }
        }
      }
    },
    120_000,
  );
});

describe.each(storeNames)('an answer on %s', (store) => {
  const founded = () => {
    const of = opened(store);
    const host = (name: string) => new SessionHost(of.product, { remembers: false, person: as(of, name) });
    const post = (name: string, path: string, body: unknown) => {
      const { token } = as(of, name);
      const request = { method: 'POST', path, query: '', token, contentType: 'application/json', body: JSON.stringify(body) };
      return new Calls(of.product).answer(request);
    };
    return { of, host, post };
  };

  test('to who founds an organisation is for its owner', async () => {
    const { host, post } = founded();
    const { status, body } = post('Sol', '/api/organisations', { name: 'Chess club', slug: 'chess', purpose: 'Mate' });
    const view = { slug: 'chess', name: 'Chess club', purpose: 'Mate', members: 1, projects: 0 };
    expect([status, JSON.parse(body ?? '')]).toEqual([201, view]);
    const values = { name: 'Go club', slug: 'go' };
    expect(await host('Sol').run({ kind: 'create', part: null, entity: 'Organisation', values })).toMatchObject({
      ok: true,
      value: { record: { label: 'Go club', values: { slug: 'go', openTasks: 0 } } },
    });
  });

  test('to who accepts an invitation is for a member, and to who leaves for none', async () => {
    const { of, host, post } = founded();
    const joined = post('Sol', `/api/invitations/${of.ids['ToSol']?.id}/accept`, {});
    expect(JSON.parse(joined.body ?? '')).toMatchObject({ organisation: 'Harbour Rowing', status: 'accepted' });
    const left = { kind: 'event', entity: 'Membership', id: of.ids['RaviNorth']?.id ?? '', event: 'leave', parameters: {} } as const;
    expect(await host('Ravi').run(left)).toMatchObject({ ok: true, value: { record: null } });
    const lowered = { kind: 'update', entity: 'Membership', id: of.ids['AdaNorth']?.id ?? '', values: { role: 'member' } } as const;
    expect(await host('Ada').run(lowered)).toMatchObject({ ok: true, value: { record: { values: { role: 'member' } } } });
    expect(await host('Ada').run(lowered)).toMatchObject({ ok: false });
  });
});

/** What can be done to a record, and with it as a value. `home`: the own organisation. */
function commandsOn(entity: string, home: string): readonly ((id: string) => Command)[] {
  const events = model.machines
    .filter((machine) => machine.entity === entity)
    .flatMap(({ transitions }) => transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : [])));
  const fields = model.entities.find(({ name }) => name.text === entity)?.fields.filter(({ settable }) => settable) ?? [];
  const naming = model.entities.flatMap((other) =>
    other.fields.flatMap(({ name, type, settable }) =>
      type.kind === 'relation' && type.entity.text === entity && settable ? [{ entity: other.name.text, field: name.text }] : [],
    ),
  );
  return [
    (id: string): Command => ({ kind: 'delete', entity, id }),
    ...[...new Set(events)].map(
      (event) =>
        (id: string): Command => ({ kind: 'event', entity, id, event, parameters: {} }),
    ),
    ...fields.map(
      ({ name }) =>
        (id: string): Command => ({ kind: 'update', entity, id, values: { [name.text]: 'zebra' } }),
    ),
    ...naming.map(
      (one) =>
        (id: string): Command => ({
          kind: 'create',
          part: null,
          entity: one.entity,
          values: { org: home, name: 'x', title: 'x', text: 'x', email: 'x@example.com', [one.field]: id },
        }),
    ),
  ].map((make) => (id) => withoutUnknown(make(id)));
}

/** Only fields that the entity has. */
function withoutUnknown(command: Command): Command {
  if (command.kind !== 'create') return command;
  const known = model.entities.find(({ name }) => name.text === command.entity)?.byName;
  return { ...command, values: Object.fromEntries(Object.entries(command.values).filter(([name]) => known?.has(name))) };
}

const plain = (outcome: unknown, id: string): string => JSON.stringify(outcome).replaceAll(id, 'ID');

describe('guests', () => {
  const keyOf = ({ product, ids }: Running, name: string): string =>
    String(product.store.record('Project', ids[name]?.id ?? '')?.['shareKey']);
  const at = (shareKey: string): Address => ({ screen: 'Shared project', parameters: { shareKey } });
  const list =
    flat(model.screens.find(({ name }) => name.text === 'Shared project')?.parts ?? []).find(({ kind }) => kind === 'list')?.id ?? '';

  test('see one project by its link, without an account, and nothing of any other', async () => {
    const of = running(createMemoryStore(model));
    const guest = new SessionHost(of.product, { remembers: false, person: nobody });
    const address = at(keyOf(of, 'Bridge'));
    expect(await guest.screen(address)).toMatchObject({ ok: true, value: { record: { label: 'Footbridge' } } });
    const tasks = JSON.stringify(await guest.part({ address, part: list }));
    expect(tasks).toContain('Survey the north bank');
    expect(tasks).not.toContain('Three offers for the glass');
    expect(tasks).not.toContain('Borrow twelve buoys');
    // The link opens this screen, not the product.
    expect(await guest.screen({ screen: 'Project', parameters: { id: of.ids['Bridge']?.id ?? '' } })).toMatchObject({ ok: false });
    expect(await guest.records('Task')).toMatchObject({ ok: false });
    // And nobody learns the key by it.
    expect(JSON.stringify(await guest.screen(address)).replaceAll(JSON.stringify(address), '')).not.toContain(keyOf(of, 'Bridge'));
  });

  test('with a wrong link are told the same as with none', async () => {
    const of = running(createMemoryStore(model));
    const guest = new SessionHost(of.product, { remembers: false, person: nobody });
    const key = keyOf(of, 'Bridge');
    const wrong = [
      `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
      key.slice(0, 20),
      key.toLowerCase() === key ? `${key}x` : key.toLowerCase(),
      '',
      'x',
    ];
    const answers = new Set<string>();
    for (const one of wrong) answers.add(JSON.stringify(await guest.screen(at(one))));
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('UNAUTHORIZED');
  });

  test('the key is read by admins only: no list, export or trail gives it to others', async () => {
    const of = running(createMemoryStore(model));
    const told = async (name: string): Promise<string> => {
      const host = new SessionHost(of.product, { remembers: false, person: as(of, name) });
      return JSON.stringify([
        await host.records('Project', { fields: ['name', 'shareKey'] }),
        await host.screen({ screen: 'Project', parameters: { id: of.ids['Bridge']?.id ?? '' } }),
      ]);
    };
    expect(await told('Ravi')).not.toContain(keyOf(of, 'Bridge'));
    expect(await told('Ada')).not.toContain(keyOf(of, 'Regatta'));
  });
});
