import { readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher, tokenHash } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import type { ListOptions } from '../../src/engine/part-data.ts';
import { createProduct, type Product } from '../../src/engine/product.ts';
import type { Address } from '../../src/engine/record-data.ts';
import type { Command } from '../../src/engine/session.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { nobody, type Person } from '../../src/engine/world/world.ts';
import type { Part } from '../../src/model/ast/screens.ts';
import type { Model } from '../../src/model/model.ts';
import { readModel } from '../../src/model/read.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { withFewExamples } from '../../testing/few-examples.ts';
import { emptiedStores, openDatabase } from '../../testing/postgres/test-databases.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';

/* Two organisations in one product, for the tests of what is kept apart. */

export const file = 'teamwork.md';
export const model = readModel(withFewExamples(file, readFileSync(new URL(`../../specs/${file}`, import.meta.url), 'utf8')));

export const storeNames = ['memory', 'SQLite', 'Postgres'] as const;
export type StoreName = (typeof storeNames)[number];

/** Each file opens its own: files of a worker share this module, but not its ends. */
export async function openings(of = model): Promise<(store: StoreName) => Running> {
  const databases = await memoryDatabases();
  const database = await openDatabase();
  afterAll(() => database.close());
  const postgres = emptiedStores(database);
  const stores: Readonly<Record<StoreName, (of: Model) => DocumentStore>> = {
    memory: createMemoryStore,
    SQLite: (of) => openSqliteStore(databases(), of),
    Postgres: (of) => postgres.open(of),
  };
  return (store) => running(stores[store](of), of);
}

/** Who is in which organisation only, by the examples; Sol is in none, and invited to Rowing. */
export const people = { Northwind: ['Ada', 'Ravi'], Rowing: ['Mats', 'Ines'] } as const;
export type Organisation = keyof typeof people;
export const otherOf = (organisation: Organisation): Organisation => (organisation === 'Northwind' ? 'Rowing' : 'Northwind');

/**
 * Whose view is tried on which store. The engine keeps organisations apart the same way on each
 * store, and a store decides only what its queries find: SQLite answers everyone, the others a
 * sample.
 */
export const organisationsOn = (store: StoreName): readonly Organisation[] =>
  store === 'SQLite' ? ['Northwind', 'Rowing'] : [store === 'memory' ? 'Northwind' : 'Rowing'];

/** On Postgres, where a question takes longest, only the person with fewer rights. */
export const askersOn = (store: StoreName, organisation: Organisation): readonly string[] =>
  store === 'Postgres' ? people[organisation].slice(1) : people[organisation];

export interface Running {
  readonly product: Product;
  readonly ids: Readonly<Record<string, { readonly entity: string; readonly id: string }>>;
}

export function running(store: DocumentStore, of = model): Running {
  const product = createProduct({ model: of, store, platform: fixedPlatform(), hasher: cheapHasher, placeholders: true });
  expect(seedExamples(product)).toEqual([]);
  return { product, ids: exampleRecords(product) };
}

/** A person's session: by an example's name, or signed out. */
export function as({ product, ids }: Running, name: string | null): Person {
  const id = name === null ? undefined : ids[name]?.id;
  if (name === null || id === undefined) return nobody;
  product.store.saveSession({ tokenHash: tokenHash(name), account: id, began: 0, expires: Date.UTC(2100, 0, 1) });
  return product.personOf(name);
}

/** Much happens in an organisation: fields of its records change, and there is more of all. */
export async function liven(of: Running, organisation: Organisation): Promise<void> {
  const { product, ids } = of;
  const boss = { Northwind: 'Lena', Rowing: 'Mats' }[organisation];
  const host = new SessionHost(product, { remembers: false, person: as(of, boss) });
  const org = ids[organisation]?.id ?? '';
  const run = async (command: Command): Promise<string> => {
    const outcome = await host.run(command);
    if (!outcome.ok) throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(outcome.refusals)}`);
    return outcome.value.record?.id ?? '';
  };
  const create = (entity: string, values: Record<string, string>) => run({ kind: 'create', part: null, entity, values });
  await run({ kind: 'update', entity: 'Organisation', id: org, values: { name: 'Zebra Ltd', purpose: 'zebra' } });
  for (const name of ['Zebra one', 'Zebra two']) {
    const project = await create('Project', { org, name, goal: 'zebra' });
    for (const title of ['Zebra task', 'Bridge of zebras']) {
      const task = await create('Task', { project, title, priority: 'high', due: '2026-01-09' });
      await create('Comment', { task, text: 'zebra' });
    }
  }
  await create('Invitation', { org, email: 'zebra@example.com' });
}

export const asked: readonly ListOptions[] = [
  {},
  { search: 'zebra' },
  { search: 'e' },
  { limit: 1, offset: 1 },
  { sort: [{ field: 'createdAt', descending: true }] },
  { filters: { createdAt: { from: '2025-01-01' } } },
  { filters: { priority: ['high'] } },
  { group: 'priority' },
  { group: 'status' },
];

export const flat = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) => [part, ...('parts' in part ? flat(part.parts) : [])]);

/** Every place of the product for each record, also for those of the other organisation. */
export function addresses({ product }: Running): readonly Address[] {
  return model.screens.flatMap((screen): Address[] => {
    const name = screen.parameters.at(-1);
    if (name === undefined) return [{ screen: screen.name.text, parameters: {} }];
    const field = screen.foundBy ?? 'id';
    const known = product.store.query({ entity: screen.about?.text ?? '', conditions: [] });
    return ['none-such', ...known.map((record) => String(record[field]))].map((value) => ({
      screen: screen.name.text,
      parameters: { [name]: value },
    }));
  });
}

/** The organisation that an example belongs to, by its relations. */
export function belongsTo(product: Product, entity: string, id: string): string | null {
  if (entity === 'Organisation') return id;
  const record = product.store.record(entity, id);
  const step = { Membership: 'org', Invitation: 'org', Project: 'org', Task: 'project', Comment: 'task' }[entity];
  const next = step === undefined ? null : record?.[step];
  const type = step === undefined ? undefined : model.entities.find(({ name }) => name.text === entity)?.byName.get(step)?.type;
  return typeof next === 'string' && type?.kind === 'relation' ? belongsTo(product, type.entity.text, next) : null;
}

/** Counts the questions to a store, by their names. */
export function counting(store: DocumentStore): { readonly store: DocumentStore; readonly asked: string[] } {
  const counted: string[] = [];
  const proxy = new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        counted.push(String(name));
        return (value as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  return { store: proxy, asked: counted };
}
