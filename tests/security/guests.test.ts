import { describe, expect, test } from 'vitest';
import type { ListOptions } from '../../src/engine/part-data.ts';
import type { Address } from '../../src/engine/record-data.ts';
import type { Command } from '../../src/engine/session.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { csvOfList } from '../../src/runtime/lists/csv-out.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { guest, idOf, keyOf, livenOutside, missing, numberOf, partsOf, placesOf, shared, stored } from './shared-project.ts';
import { as, openings, type Running, running, type StoreName, storeNames } from './two-organisations.ts';

/*
 * Who has the link to one project, at every entrance: whatever happens outside of what the link
 * grants, in other projects of the same organisation as in other organisations, they are told the
 * same, and a record outside is to them as one that does not exist.
 */

const opened = await openings(shared);

/** What the link to Bridge is about, and what it is not, in the same organisation and beyond. */
const inside = ['Bridge', 'Bob', 'Piers', 'Deck'];
const outside = [
  'Station',
  'Regatta',
  'Sue',
  'Rex',
  'Roof',
  'Clock',
  'Buoys',
  'Late',
  'Leak',
  'Wind',
  'North',
  'South',
  'Ada',
  'Mats',
  'Sol',
];

/** On Postgres, where a question takes longest, one of each entity. */
const outsideOn = (store: StoreName): readonly string[] =>
  store === 'Postgres' ? ['Station', 'Rex', 'Roof', 'Leak', 'North', 'South', 'Sol'] : outside;

const everything: readonly ListOptions[] = [
  {},
  ...['zebra', 'e', 'Sue', 'Station', '3'].map((search): ListOptions => ({ search })),
  { limit: 1, offset: 1, exact: true },
  ...['title', 'project', 'contact', 'hours', 'createdBy', 'phone', 'budget', 'org'].flatMap((field): ListOptions[] => [
    { sort: [{ field, descending: true }] },
    { filters: { [field]: [''] } },
    { filters: { [field]: { contains: 'e' } } },
    { filters: { [field]: { from: 2, to: 900 } } },
    { group: field, totals: [field, 'hours'] },
    { fields: [field] },
  ]),
  { filters: { due: { from: '2026-01-12' } } },
  { range: { from: '2026-01-01', to: '2026-01-31' } },
];

/**
 * The link is kept the same way on each store, and a store decides only what its queries find: on
 * SQLite the guest asks everything of a list, on the others a fifth, of each field something else.
 */
const askedOn = (store: StoreName): readonly ListOptions[] =>
  store === 'SQLite' ? everything : everything.filter((_, index) => index % 5 === 0);

/** All that the guest of Bridge is told, by what was asked. */
async function told(of: Running, asked: readonly ListOptions[]): Promise<Map<string, string>> {
  const places = placesOf(of);
  const host = guest(of);
  const answers = new Map<string, string>();
  const note = (question: string, answer: unknown): void => void answers.set(question, JSON.stringify(answer));
  note('who', await host.person());
  note('menu', await host.navigation());
  note('inbox', await host.inbox());
  for (const address of places) {
    const at = JSON.stringify(address);
    const parts = partsOf(address);
    // What a screen was read from tells which changes it hears of.
    note(`view ${at}`, await host.open({ address, parts: parts.map(({ id }) => ({ part: id })) }));
    for (const part of parts.filter((one) => 'filter' in one || one.kind === 'chart')) {
      const ask = (options: ListOptions) => host.part({ address, part: part.id }, options);
      for (const options of asked) note(`part ${part.id} ${at} ${JSON.stringify(options)}`, await ask(options));
      if ('filter' in part)
        note(`export ${part.id} ${at}`, await csvOfList(ask, {}, (field) => field).catch((error: unknown) => String(error)));
    }
  }
  for (const { name } of shared.entities) {
    const entity = name.text;
    for (const options of asked) note(`records ${entity} ${JSON.stringify(options)}`, await host.records(entity, options));
    for (const at of [...places, undefined]) {
      for (const search of ['', 'zebra', 'e'])
        note(`choices ${entity} ${search} ${JSON.stringify(at)}`, await host.choices(entity, search, 100, undefined, at));
      note(`editable ${entity} ${JSON.stringify(at)}`, await host.editable(entity, at));
      note(`new ${entity} ${JSON.stringify(at)}`, await host.newRecord(entity, undefined, at));
      for (const event of [undefined, 'pass on']) {
        const choosing = { entity: 'Item', field: event === undefined ? 'contact' : 'to', ...(event === undefined ? {} : { event }) };
        const values = { project: idOf(of, 'Bridge') };
        for (const id of [null, idOf(of, 'Piers')])
          note(
            `choices for ${event} ${id} ${entity} ${JSON.stringify(at)}`,
            await host.choices(entity, '', 100, { ...choosing, id, values }, at),
          );
      }
    }
  }
  for (const name of inside) {
    const { entity, id } = of.ids[name] ?? { entity: '', id: '' };
    for (const at of [places[0], undefined]) {
      note(`deletion ${name} ${JSON.stringify(at)}`, await host.deletion(entity, [id], at));
      note(`like ${name} ${JSON.stringify(at)}`, await host.newRecord(entity, id, at));
    }
  }
  const calls = new Calls(of.product);
  const base = `/api/shared/${places[0]?.parameters['shareKey']}`;
  const paths = ['', '/items', ...['Piers', 'Roof', 'Buoys'].map((item) => `/items/${numberOf(of, item)}`)];
  for (const path of paths)
    for (const query of ['', 'text=e', 'grade=low', 'limit=1&offset=1']) {
      const { status, body } = calls.answer({ method: 'GET', path: base + path, query, token: null, contentType: null, body: null });
      note(`GET ${path}?${query}`, [status, body]);
    }
  return answers;
}

describe.each(storeNames)('guests on %s', (store) => {
  test('are told the same, whatever happens outside of their link', async () => {
    const [quiet, lively] = [opened(store), opened(store)];
    const before = await told(quiet, askedOn(store));
    await livenOutside(lively);
    const after = await told(lively, askedOn(store));
    expect(before.size).toBeGreaterThan(store === 'SQLite' ? 900 : 300);
    for (const [question, answer] of before) expect([question, after.get(question)]).toEqual([question, answer]);
    const words = [...after.values()].join(' ');
    expect(words).not.toMatch(/zebra/iu);
    // The test would see it: what the link shows is there, also in the export and the calls.
    for (const question of ['view', 'part', 'export', 'choices Item', 'GET /items'])
      expect([
        question,
        [...after].filter(([asking, answer]) => asking.startsWith(question) && answer.includes('Piers')).length > 0,
      ]).toEqual([question, true]);
    for (const name of ['Station', 'Regatta', 'Roof', 'Buoys', 'They pay late', 'North', 'Ada'])
      expect([name, words.includes(`"${name}"`)]).toEqual([name, false]);
    // Nor the key itself, beside the addresses that the guest came with.
    expect(words).not.toContain(keyOf(quiet, 'Station'));
  }, 120_000);

  test('find a record outside of their link as one that does not exist, whatever they ask of it', async () => {
    const of = opened(store);
    const host = guest(of);
    const [at] = placesOf(of);
    if (at === undefined) throw new Error('no place');
    for (const name of outsideOn(store)) {
      const { entity, id } = of.ids[name] ?? { entity: '', id: '' };
      // That Bridge is of North is a value of Bridge, without the name.
      for (const [question, ask] of name === 'North' ? [] : questionsOn(of, host, entity)) {
        const [there, not] = [JSON.stringify(await ask(id)), JSON.stringify(await ask(missing(id)))];
        expect([name, question, there.replaceAll(id, 'ID')]).toEqual([name, question, not.replaceAll(missing(id), 'ID')]);
      }
      for (const make of commandsOn(of, entity)) {
        const view = { address: at, parts: [] };
        const [there, not] = [await host.run(make(id), view), await host.run(make(missing(id)), view)];
        expect([name, make('ID'), there.ok]).toEqual([name, make('ID'), false]);
        expect([name, make('ID'), plain(there, id)]).toEqual([name, make('ID'), plain(not, missing(id))]);
      }
    }
    // The test would see it: what the link grants is done.
    const titled: Command = { kind: 'update', entity: 'Item', id: idOf(of, 'Piers'), values: { title: 'Pillars' } };
    expect(await host.run(titled, { address: at, parts: [] })).toMatchObject({ ok: true });
    expect(await host.run({ ...titled, values: { hours: 1 } }, { address: at, parts: [] })).toMatchObject({ ok: false });
  }, 120_000);

  test('call for a record outside of their link as for one that does not exist', async () => {
    const of = opened(store);
    const calls = new Calls(of.product);
    const send = (method: string, path: string, body: unknown) => {
      const request = {
        method,
        path: `/api/shared/${keyOf(of, 'Bridge')}${path}`,
        query: '',
        token: null,
        contentType: 'application/json',
      };
      const { status, body: said } = calls.answer({ ...request, body: body === null ? null : JSON.stringify(body) });
      return [status, said];
    };
    for (const item of ['Roof', 'Buoys'])
      for (const [method, rest, body] of [
        ['GET', '', null],
        ['PUT', '', { title: 'Mine' }],
        ['POST', '/close', null],
        ['DELETE', '', null],
      ] as const) {
        const [there, not] = [send(method, `/items/${numberOf(of, item)}${rest}`, body), send(method, `/items/9999${rest}`, body)];
        expect([method, rest, there]).toEqual([method, rest, not]);
        expect(there[0]).toBe(404);
      }
    const mine = numberOf(of, 'Piers');
    for (const [field, name] of [
      ['project', 'Station'],
      ['project', 'Regatta'],
      ['contact', 'Sue'],
      ['contact', 'Rex'],
    ] as const) {
      const value = (id: string) => ({ title: 'Mine', ...(field === 'contact' ? { project: idOf(of, 'Bridge') } : {}), [field]: id });
      const [there, not] = [send('POST', '/items', value(idOf(of, name))), send('POST', '/items', value(missing(idOf(of, name))))];
      expect([name, JSON.stringify(there).replaceAll(idOf(of, name), 'ID')]).toEqual([
        name,
        JSON.stringify(not).replaceAll(missing(idOf(of, name)), 'ID'),
      ]);
      expect(there[0]).toBeGreaterThanOrEqual(400);
    }
    for (const name of ['Sue', 'Rex']) {
      const [there, not] = [
        send('PUT', `/items/${mine}`, { contact: idOf(of, name) }),
        send('PUT', `/items/${mine}`, { contact: missing(idOf(of, name)) }),
      ];
      expect(JSON.stringify(there).replaceAll(idOf(of, name), 'ID')).toBe(JSON.stringify(not).replaceAll(missing(idOf(of, name)), 'ID'));
    }
    expect(send('PUT', `/items/${mine}`, { title: 'Roof' })[0]).toBe(200);
    expect(send('PUT', `/items/${mine}`, { title: 'Deck' })[0]).toBe(409);
  });
});

/** What a guest may ask about a record, by its id. */
function questionsOn(of: Running, host: SessionHost, entity: string): readonly (readonly [string, (id: string) => Promise<unknown>])[] {
  const places = placesOf(of);
  const [shared, items] = places;
  const relations = ['project', 'contact', 'items', 'createdBy', 'org'];
  const bridge = { project: idOf(of, 'Bridge') };
  const forms = places.flatMap((address) => partsOf(address).flatMap((part) => (part.kind === 'form' ? [{ address, part: part.id }] : [])));
  return [
    ['deletion', (id) => host.deletion(entity, [id], shared)],
    ['deletion beside one’s own', (id) => host.deletion(entity, [id, idOf(of, 'Piers')], shared)],
    ['one like it', (id) => host.newRecord(entity, id, shared)],
    ['file', (id) => host.file(id, shared)],
    ['Inside', (id) => host.screen({ screen: 'Inside', parameters: { id } })],
    ['Contact', (id) => host.screen({ screen: 'Contact', parameters: { id } })],
    ['by its id in place of the key', (id) => host.screen({ screen: 'Shared', parameters: { shareKey: id } })],
    ...['contact', 'to'].map((field): readonly [string, (id: string) => Promise<unknown>] => [
      `choices of ${field}`,
      async (id) => [
        await host.choices(
          'Contact',
          '',
          50,
          { entity: 'Item', field, id, values: bridge, ...(field === 'to' ? { event: 'pass on' } : {}) },
          items,
        ),
        await host.choices('Contact', '', 50, { entity: 'Item', field, id: null, values: { project: id } }, items),
      ],
    ]),
    ...places.flatMap((address) =>
      partsOf(address)
        .filter((part) => 'filter' in part)
        .flatMap((part) =>
          relations.map((field): readonly [string, (id: string) => Promise<unknown>] => [
            `part ${part.id} of ${address.screen} by ${field}`,
            (id) => host.part({ address, part: part.id }, { filters: { [field]: [id] } }),
          ]),
        ),
    ),
    ...forms.flatMap((part) =>
      relations.flatMap((field): (readonly [string, (id: string) => Promise<unknown>])[] => [
        [`form ${part.part} ${field}`, (id) => host.formNow(part, { ...bridge, [field]: id })],
        [
          `rows ${part.part} ${field}`,
          (id) => host.importRows({ part, rows: [{ title: 'x', name: 'x', ...bridge, [field]: id }], mode: 'check' }),
        ],
      ]),
    ),
  ];
}

/** What may be done to a record, and with it as a value. */
function commandsOn(of: Running, entity: string): readonly ((id: string) => Command)[] {
  const text = { Item: 'title', Remark: 'text' }[entity] ?? 'name';
  const bridge = idOf(of, 'Bridge');
  const piers = { kind: 'update', entity: 'Item', id: idOf(of, 'Piers') } as const;
  const makes: (false | ((id: string) => Command))[] = [
    (id) => ({ kind: 'update', entity, id, values: { [text]: 'Mine' } }),
    (id) => ({ kind: 'delete', entity, id }),
    ...['close', 'agree', 'pass on'].map(
      (event) =>
        (id: string): Command => ({ kind: 'event', entity, id, event, parameters: {} }),
    ),
    entity === 'Project' && ((id) => ({ kind: 'create', part: null, entity: 'Item', values: { project: id, title: 'Mine' } })),
    entity === 'Project' && ((id) => ({ kind: 'create', part: null, entity: 'Contact', values: { project: id, name: 'Mine' } })),
    entity === 'Contact' && ((id) => ({ ...piers, values: { contact: id } })),
    entity === 'Contact' && ((id) => ({ kind: 'event', entity: 'Item', id: piers.id, event: 'pass on', parameters: { to: id } })),
    entity === 'Contact' &&
      ((id) => ({ kind: 'create', part: null, entity: 'Item', values: { project: bridge, title: 'Mine', contact: id } })),
    entity === 'Item' && ((id) => ({ kind: 'create', part: null, entity: 'Remark', values: { item: id, text: 'Mine' } })),
  ];
  return makes.filter((make) => make !== false);
}

const plain = (outcome: unknown, id: string): string => JSON.stringify(outcome).replaceAll(id, 'ID');

/** Other ways to say the key of a project. */
function wrongKeys(of: Running): readonly string[] {
  const key = keyOf(of, 'Bridge');
  const turned = [...key].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');
  return [
    '',
    'x',
    '%',
    '\u0000',
    key.slice(1),
    `${key} `,
    ` ${key}`,
    `${key}x`,
    turned,
    missing(key),
    key.slice(0, 16),
    idOf(of, 'Bridge'),
    'x'.repeat(5000),
  ];
}

describe('a wrong link', () => {
  test('is answered as any other, and as none, on screens, in pickers, commands, uploads and calls', async () => {
    const of = running(createMemoryStore(shared), shared);
    const host = guest(of);
    const calls = new Calls(of.product);
    const item = numberOf(of, 'Piers');
    const answers = new Map<string, Set<string>>();
    const note = (question: string, answer: unknown, key: string): void => {
      const said = key.length < 2 ? JSON.stringify(answer) : JSON.stringify(answer).replaceAll(JSON.stringify(key), '"KEY"');
      answers.set(question, (answers.get(question) ?? new Set()).add(said));
    };
    const titled = { kind: 'update', entity: 'Item', id: idOf(of, 'Piers'), values: { title: 'Mine' } } as const;
    for (const key of wrongKeys(of)) {
      const at: Address = { screen: 'Items', parameters: { shareKey: key } };
      for (const address of placesOf(of, key)) {
        // What is read for a key that is too short differs, as its sender knows.
        const view = await host.open({ address, parts: partsOf(address).map(({ id }) => ({ part: id })) });
        note(`view ${address.screen}`, { ...view, reads: null }, key);
        for (const { id } of partsOf(address)) note(`part ${address.screen} ${id}`, await host.part({ address, part: id }), key);
      }
      note('choices', await host.choices('Item', '', 50, undefined, at), key);
      note('new', await host.newRecord('Item', idOf(of, 'Piers'), at), key);
      note('editable', await host.editable('Item', at), key);
      note('deletion', await host.deletion('Item', [idOf(of, 'Piers')], at), key);
      note('command', await host.run(titled, { address: at, parts: [] }), key);
      const part = partsOf(at).find(({ kind }) => kind === 'form')?.id ?? '';
      note(
        'rows',
        await host.importRows({ part: { address: at, part }, rows: [{ title: 'x', project: idOf(of, 'Bridge') }], mode: 'all' }),
        key,
      );
      for (const path of ['', '/items', `/items/${item}`]) {
        const request = {
          method: 'GET',
          path: `/api/shared/${encodeURIComponent(key)}${path}`,
          query: '',
          token: null,
          contentType: null,
          body: null,
        };
        const { status, body } = calls.answer(request);
        // An empty name is no path of the call at all.
        if (key !== '') note(`GET ${path}`, [status, body], key);
      }
    }
    for (const [question, said] of answers) expect([question, [...said]]).toEqual([question, [[...said][0]]]);
    expect(JSON.stringify([...answers.values()].map((said) => [...said]))).not.toMatch(/Piers|Bob|Bridge"/u);
    expect(stored(of, 'Piers')).toMatchObject({ title: 'Piers' });
  });

  test('opens nothing though it was right a moment before, and stays with the request that brought it', async () => {
    const of = running(createMemoryStore(shared), shared);
    const host = guest(of);
    const [at] = placesOf(of);
    if (at === undefined) throw new Error('no place');
    expect(await host.screen(at)).toMatchObject({ ok: true });
    expect(await host.records('Item')).toMatchObject({ ok: false });
    expect(await host.choices('Item', '', 50)).toEqual([]);
    // A screen whose route has no key is not opened by one among its parameters.
    for (const screen of ['Home', 'Inside', 'Contact'])
      expect(JSON.stringify(await host.screen({ screen, parameters: { ...at.parameters, id: idOf(of, 'Bob') } }))).not.toContain('Bob"');
    const remove = { kind: 'delete', entity: 'Project', id: idOf(of, 'Bridge') } as const;
    expect(await new SessionHost(of.product, { remembers: false, person: as(of, 'Ada') }).run(remove)).toMatchObject({ ok: true });
    expect(JSON.stringify(await host.screen(at))).toBe(JSON.stringify(await host.screen({ ...at, parameters: { shareKey: 'x' } })));
  });
});
