import { describe, expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import type { DataChange } from '../../src/engine/data-change.ts';
import type { ListOptions } from '../../src/engine/part-data.ts';
import type { Address } from '../../src/engine/record-data.ts';
import { shownAt } from '../../src/engine/session-calls.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { nobody, type Person } from '../../src/engine/world/world.ts';
import { csvOfList } from '../../src/runtime/lists/csv-out.ts';
import { ProductEngine } from '../../src/serve/engine/product-engine.ts';
import { createApp } from '../../src/serve/http/app.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { noPages, ownPage } from '../../testing/browser/own-page.ts';
import {
  addresses,
  as,
  asked,
  askersOn,
  belongsTo,
  counting,
  flat,
  liven,
  model,
  type Organisation,
  openings,
  organisationsOn,
  otherOf,
  people,
  type Running,
  running,
  storeNames,
} from './two-organisations.ts';

/*
 * The entrances beside screens and lists: exports, live updates, the answers to calls that write,
 * files, what a form asks while people type, and how much work an answer takes.
 */

const origin = 'http://127.0.0.1';

function served(of: Running) {
  const problems: unknown[] = [];
  const app = createApp({
    engine: new ProductEngine(of.product, (error) => problems.push(error)),
    platform: fixedPlatform(),
    log: (entry) => {
      if (entry.level === 'error') problems.push(entry);
    },
    settings: { requestsPerMinute: 0 },
    site: noPages,
    model,
  });
  return { ask: (path: string, init: RequestInit = {}) => app.request(origin + path, init), problems };
}

const keyOf = ({ product, ids }: Running, project: string): string =>
  String(product.store.record('Project', ids[project]?.id ?? '')?.['shareKey']);
const sharedPage = (of: Running, project: string): Address => ({
  screen: 'Shared project',
  parameters: { shareKey: keyOf(of, project) },
});

const projectOf = { Northwind: 'Bridge', Rowing: 'Regatta' } as const;

/** Each person of an organisation with their places, and the guest of one of its projects. */
function everyone(
  of: Running,
  organisation: Organisation,
  members: readonly string[] = people[organisation],
): readonly { name: string; person: Person; places: readonly Address[] }[] {
  const places = addresses(of).filter(({ screen }) => screen !== 'Shared project');
  return [
    ...members.map((name) => ({ name, person: as(of, name), places })),
    { name: 'guest', person: nobody, places: [...places, sharedPage(of, projectOf[organisation])] },
    { name: 'nobody', person: nobody, places },
  ];
}

const partsOf = ({ screen }: Address) => flat(model.screens.find(({ name }) => name.text === screen)?.parts ?? []);

/** The files that a person could save from all lists of these places, by list. */
async function exported(host: SessionHost, places: readonly Address[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const address of places)
    for (const part of partsOf(address).filter((one) => 'filter' in one)) {
      const ask = (options: ListOptions) => host.part({ address, part: part.id }, options);
      const written = await csvOfList(ask, asked[0] ?? {}, (field) => field).catch((error: unknown) => String(error));
      files.set(`${part.id} ${JSON.stringify(address)}`, JSON.stringify(written));
    }
  return files;
}

const opened = await openings();

describe.each(storeNames)('%s', (store) => {
  test.each(organisationsOn(store))(
    'a file exported by people of %s is the same whatever happens in the other',
    async (organisation) => {
      const [quiet, lively] = [opened(store), opened(store)];
      await liven(lively, otherOf(organisation));
      const before = everyone(quiet, organisation, askersOn(store, organisation));
      const after = everyone(lively, organisation, askersOn(store, organisation));
      let rows = 0;
      for (const [at, { name, person, places }] of before.entries()) {
        const files = await exported(new SessionHost(quiet.product, { remembers: false, person }), places);
        const again = await exported(new SessionHost(lively.product, { remembers: false, person: after[at]?.person ?? nobody }), places);
        expect([name, [...again.values()]]).toEqual([name, [...files.values()]]);
        rows += [...files.values()].filter((file) => /"rows":[1-9]/.test(file)).length;
      }
      expect(rows).toBeGreaterThan(5);
    },
    120_000,
  );

  test.each(organisationsOn(store))(
    'a call of people of %s is answered the same for a foreign and a missing record',
    async (organisation) => {
      const of = opened(store);
      const { ask, problems } = served(of);
      const project = projectOf[organisation];
      const own: Values = { slug: slugOf(of, organisation), id: of.ids[project]?.id ?? '', number: '0', assignee: null };
      const [foreign, missing] = [foreignValues(of, otherOf(organisation)), missingValues(of, otherOf(organisation))];
      const compared = new Set<string>();
      for (const { name: who } of everyone(of, organisation, askersOn(store, organisation))) {
        for (const call of model.calls.filter(({ path }) => path !== '/api/session')) {
          for (const named of namesOf(call.path)) {
            const send = async (values: Values): Promise<unknown> => {
              const address = call.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '');
              const body = call.takes === null ? {} : { body: JSON.stringify(bodyOf(call.path, values)) };
              const headers = { 'content-type': 'application/json', authorization: `Bearer ${who}` };
              const answer = await ask(address, { method: call.method, headers, ...body });
              const said = (await answer.text()).replaceAll(values[named] ?? '', named === 'number' ? '$&' : '…');
              return [answer.status, said, [...answer.headers].filter(([header]) => header !== 'x-request-id' && header !== 'date')];
            };
            const [there, not] = [
              await send({ ...own, [named]: foreign[named] ?? '' }),
              await send({ ...own, [named]: missing[named] ?? '' }),
            ];
            const question = `${who} ${call.method} ${call.path} ${named}`;
            expect([question, there]).toEqual([question, not]);
            expect([question, (there as [number])[0]]).toEqual([question, expect.toSatisfy((status: number) => status >= 400)]);
            compared.add(`${call.method} ${call.path} ${named}`);
          }
        }
      }
      expect(compared.size).toBeGreaterThan(7);
      expect(problems).toEqual([]);
    },
    120_000,
  );

  test.each(organisationsOn(store))(
    'what people of %s ask while they type is answered the same for a foreign and a missing record',
    async (organisation) => {
      const of = opened(store);
      const { product, ids } = of;
      const other = ids[otherOf(organisation)]?.id;
      const all = Object.values(ids).filter(({ entity, id }) => belongsTo(product, entity, id) === other);
      const foreign = [...new Map(all.map((one) => [one.entity, one])).values()];
      const stranger = ids[people[otherOf(organisation)][0]] ?? { entity: '', id: '' };
      for (const { name, person, places } of everyone(of, organisation, askersOn(store, organisation))) {
        const host = new SessionHost(product, { remembers: false, person });
        for (const { entity, id } of [...foreign, stranger]) {
          for (const [question, ask] of questionsOn(host, places, entity)) {
            // A record without a name is called by the end of its id.
            const not = `${id.slice(0, 24)}ffff${id.slice(28)}`;
            const [there, missing] = [JSON.stringify(await ask(id)), JSON.stringify(await ask(not))];
            expect([name, entity, question, there.replaceAll(id, 'ID')]).toEqual([name, entity, question, missing.replaceAll(not, 'ID')]);
          }
        }
      }
    },
    120_000,
  );
});

type Values = Readonly<Record<string, string | null>>;

const slugOf = ({ product, ids }: Running, organisation: Organisation): string =>
  String(product.store.record('Organisation', ids[organisation]?.id ?? '')?.['slug']);

const taskOf = { Northwind: 'Permit', Rowing: 'Buoys' } as const;
const invitationOf = { Northwind: null, Rowing: 'ToSol' } as const;

/** What a route or a body may name of an organisation. */
function foreignValues(of: Running, organisation: Organisation): Values {
  const { product, ids } = of;
  return {
    slug: slugOf(of, organisation),
    id: ids[invitationOf[organisation] ?? projectOf[organisation]]?.id ?? '',
    number: String(product.store.record('Task', ids[taskOf[organisation]]?.id ?? '')?.['number']),
    assignee: ids[people[organisation][0]]?.id ?? '',
  };
}

const missingValues = (of: Running, organisation: Organisation): Values => ({
  slug: 'none-such',
  id: `${foreignValues(of, organisation)['id']?.slice(0, -4) ?? ''}ffff`,
  number: '9999',
  assignee: `${foreignValues(of, organisation)['assignee']?.slice(0, -4) ?? ''}ffff`,
});

/** The names of records in a call: those of its route, and those of its body. */
const namesOf = (path: string): readonly string[] => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  ...(path.endsWith('/:id/tasks') ? ['assignee'] : []),
];

function bodyOf(path: string, { assignee }: Values): Record<string, unknown> {
  if (path.endsWith('/invitations')) return { email: 'eve@example.com' };
  if (path.endsWith('/:id/tasks')) return { title: 'Mine', ...(assignee === null ? {} : { assignee }) };
  return path === '/api/organisations' ? { name: 'Mine', slug: 'mine' } : { name: 'Mine' };
}

/** Everything of a session but commands that takes the id of a record. */
function questionsOn(
  host: SessionHost,
  places: readonly Address[],
  entity: string,
): readonly (readonly [string, (id: string) => Promise<unknown>])[] {
  const relations = model.entities.flatMap((one) =>
    one.fields.flatMap(({ name, type }) =>
      type.kind === 'relation' && type.entity.text === entity ? [{ entity: one.name.text, field: name.text }] : [],
    ),
  );
  const forms = places.flatMap((address) => partsOf(address).flatMap((part) => (part.kind === 'form' ? [{ address, part: part.id }] : [])));
  const screens = model.screens.filter(({ about, foundBy }) => about?.text === entity && foundBy === null);
  return [
    ['deletion', (id) => host.deletion(entity, [id])],
    ['a new one like it', (id) => host.newRecord(entity, id)],
    ['file', (id) => host.file(id)],
    ...screens.map(({ name, parameters }): readonly [string, (id: string) => Promise<unknown>] => [
      `screen ${name.text}`,
      (id) =>
        host.open({ address: { screen: name.text, parameters: { [parameters[0] ?? '']: id } }, parts: [] }).then(({ screen }) => screen),
    ]),
    ...relations.flatMap(({ entity: of, field }): (readonly [string, (id: string) => Promise<unknown>])[] => [
      [`filter ${of}.${field}`, (id) => host.records(of, { filters: { [field]: [id] } })],
      ...model.entities
        .flatMap((one) => one.fields.map((its) => ({ one, its })))
        .filter(({ one, its }) => one.name.text === of && its.choices != null)
        .map(({ its }): readonly [string, (id: string) => Promise<unknown>] => [
          `choices ${of}.${its.name.text}`,
          (id) => host.choices('User', '', 100, { entity: of, field: its.name.text, id: null, values: { [field]: id } }),
        ]),
    ]),
    ...places.flatMap((address) =>
      partsOf(address)
        .filter((part) => 'filter' in part)
        .flatMap((part) =>
          relations.map(({ field }): readonly [string, (id: string) => Promise<unknown>] => [
            `part ${part.id} by ${field}`,
            (id) => host.part({ address, part: part.id }, { filters: { [field]: [id] } }),
          ]),
        ),
    ),
    ...forms.flatMap((part): (readonly [string, (id: string) => Promise<unknown>])[] =>
      relations.flatMap(({ field }): (readonly [string, (id: string) => Promise<unknown>])[] => [
        [`form ${part.part} ${field}`, (id) => host.formNow(part, { [field]: id })],
        [`import ${part.part} ${field}`, (id) => host.importRows({ part, rows: [{ [field]: id }], mode: 'check' })],
      ]),
    ),
    [`choices for it`, (id) => host.choices('User', '', 100, { entity, field: 'assignee', id, values: {} })],
  ];
}

describe('live updates', () => {
  test.each(['Northwind', 'Rowing'] as const)(
    'tell people of %s no name of the other, and no record that they read',
    async (organisation) => {
      const of = running(createMemoryStore(model));
      const { ask } = served(of);
      const changes: DataChange[] = [];
      of.product.subscribe((change) => changes.push(change));
      const read = new Set<string>();
      for (const { person, places } of everyone(of, organisation)) {
        const host = new SessionHost(of.product, { remembers: false, person });
        for (const address of places) {
          const { reads } = await host.open({ address, parts: partsOf(address).map(({ id }) => ({ part: id })) });
          for (const name of reads ?? []) read.add(name);
        }
      }
      const told: string[] = [];
      const streams = await Promise.all(
        [...people[organisation], null].map(async (name) => {
          const headers: Record<string, string> = name === null ? {} : { authorization: `Bearer ${name}` };
          const stream = await ask('/~/events', { headers: { ...ownPage, ...headers } });
          expect(stream.status).toBe(200);
          const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
          const reading = (async () => {
            for (let next = await reader.read(); !next.done; next = await reader.read()) told.push(new TextDecoder().decode(next.value));
          })();
          return { reader, reading };
        }),
      );
      await liven(of, otherOf(organisation));
      await expect.poll(() => told.join('').split('event: changed').length).toBeGreaterThan(3);
      for (const { reader, reading } of streams) {
        await reader.cancel();
        await reading;
      }
      const words = told.join('');
      const wrote = new Set(changes.flatMap((change) => change.wrote ?? []));
      expect(wrote.size).toBeGreaterThan(10);
      for (const name of wrote) expect(words).not.toContain(name.includes('/') ? name.split('/')[1] : `"${name}"`);
      expect(words.toLowerCase()).not.toContain('zebra');
      // Kinds of records are shared; the records themselves are not.
      expect([...wrote].filter((name) => name.includes('/') && read.has(name))).toEqual([]);
    },
  );
});

describe('files', () => {
  const planOf = ({ product, ids }: Running, project: string): string => {
    const plan = product.store.record('Project', ids[project]?.id ?? '')?.['plan'];
    return (plan as { readonly id: string }).id;
  };

  test.each(['Northwind', 'Rowing'] as const)('of the other are to people of %s as files that do not exist', async (organisation) => {
    const of = running(createMemoryStore(model));
    const { ask } = served(of);
    const [own, foreign] = [planOf(of, projectOf[organisation]), planOf(of, projectOf[otherOf(organisation)])];
    for (const { name } of everyone(of, organisation)) {
      const get = async (id: string): Promise<unknown> => {
        const answer = await ask(`/~/file/${id}`, { headers: { ...ownPage, authorization: `Bearer ${name}` } });
        return [
          answer.status,
          (await answer.text()).replaceAll(id, 'ID'),
          [...answer.headers].filter(([header]) => header !== 'x-request-id'),
        ];
      };
      expect([name, await get(foreign)]).toEqual([name, await get(`${foreign.slice(0, -4)}ffff`)]);
      const isMember = name !== 'guest' && name !== 'nobody';
      expect([name, await get(own)]).toEqual([name, [isMember ? 200 : 404, expect.anything(), expect.anything()]]);
    }
  });

  test('of a project are given to its guests, at the address with its key', async () => {
    const of = running(createMemoryStore(model));
    const { ask } = served(of);
    const get = async (project: string, at: Address | string): Promise<number> => {
      const shown = typeof at === 'string' ? at : encodeURIComponent(JSON.stringify(at));
      return (await ask(`/~/file/${planOf(of, project)}`, { headers: { ...ownPage, [shownAt]: shown } })).status;
    };
    const bridge = sharedPage(of, 'Bridge');
    expect(await get('Bridge', bridge)).toBe(200);
    expect(await get('Station', bridge)).toBe(404);
    expect(await get('Regatta', bridge)).toBe(404);
    const key = keyOf(of, 'Bridge');
    const wrong: readonly (Address | string)[] = [
      '',
      '%',
      'null',
      '[]',
      '{"screen":"Shared project"}',
      { screen: 'Shared project', parameters: { shareKey: `${key.slice(0, -1)}?` } },
      { screen: 'Shared project', parameters: { id: of.ids['Bridge']?.id ?? '' } },
      { screen: 'Project', parameters: { shareKey: key } },
      { screen: 'None', parameters: { shareKey: key } },
    ];
    for (const at of wrong) expect([at, await get('Bridge', at)]).toEqual([at, 404]);
  });
});

describe('work', () => {
  // Only what can be guessed: an id has 74 random bits.
  test.each(['Northwind', 'Rowing'] as const)(
    'people of %s cannot tell a foreign record from a missing one by it',
    async (organisation) => {
      const counted = counting(createMemoryStore(model));
      const of = running(counted.store);
      const { ask } = served(of);
      const [foreign, missing] = [foreignValues(of, otherOf(organisation)), missingValues(of, otherOf(organisation))];
      const guessed = model.calls.flatMap((call) =>
        namesOf(call.path).flatMap((named) => (named === 'slug' || named === 'number' ? [{ call, named }] : [])),
      );
      const screens = model.screens.filter(({ foundBy }) => foundBy === 'slug' || foundBy === 'number');
      expect([guessed.length, screens.length]).toEqual([5, 5]);
      for (const { name: who, person } of everyone(of, organisation)) {
        const host = new SessionHost(of.product, { remembers: false, person });
        const work = async (ask: () => Promise<unknown>): Promise<string> => {
          counted.asked.length = 0;
          await ask();
          return counted.asked.join(' ');
        };
        // The timers that are due.
        await host.navigation();
        for (const { call, named } of guessed) {
          const send = (values: Values) => () => {
            const address = call.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '');
            const body = call.takes === null ? {} : { body: JSON.stringify(bodyOf(call.path, values)) };
            return Promise.resolve(
              ask(address, {
                method: call.method,
                headers: { 'content-type': 'application/json', authorization: `Bearer ${who}` },
                ...body,
              }),
            );
          };
          const [there, not] = [await work(send({ ...foreign, assignee: null })), await work(send({ ...missing, assignee: null }))];
          expect([who, call.path, named, there]).toEqual([who, call.path, named, not]);
        }
        for (const { name, parameters, foundBy } of screens) {
          const open = (values: Values) => () =>
            host.screen({ screen: name.text, parameters: { [parameters[0] ?? '']: values[foundBy ?? ''] ?? '' } });
          const [there, not] = [await work(open(foreign)), await work(open(missing))];
          expect([who, name.text, there]).toEqual([who, name.text, not]);
        }
      }
    },
  );
});
