import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher, tokenHash } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import type { ListOptions } from '../../src/engine/part-data.ts';
import { createProduct, type Product } from '../../src/engine/product.ts';
import type { Address, Json } from '../../src/engine/record-data.ts';
import type { Command, PartAddress, Session } from '../../src/engine/session.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { nobody, type Person } from '../../src/engine/world/world.ts';
import type { Expression } from '../../src/expression/expression.ts';
import { isDecimal } from '../../src/expression/values/decimal.ts';
import { PlainDate, type Value } from '../../src/expression/values/value.ts';
import type { Entity, Field } from '../../src/model/ast/entities.ts';
import type { Listing, Part } from '../../src/model/ast/screens.ts';
import { readModel } from '../../src/model/read.ts';
import type { RunModel } from '../../src/model/run-model.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { withFewExamples } from '../../testing/few-examples.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';
import { askedPeople } from './asked-people.ts';

/*
 * Two products that differ only in what someone may not see must look the same to them, whatever
 * they ask: sorted, filtered, searched, grouped, added up, by relations, by errors.
 * What the document itself tells (computed fields, guards, rules and permissions look with the
 * product's eyes) is left as it is.
 */

const folder = new URL('../../specs/', import.meta.url);
const vault = readFileSync(new URL('vault.md', import.meta.url), 'utf8');
const documents = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: withFewExamples(name, readFileSync(new URL(name, folder), 'utf8')) })),
  { name: 'vault.md', text: vault },
  // The same, and members read of people only themselves: those who made a record are veiled.
  { name: 'veiled vault', text: vault.replace('| User: read | no | yes | yes |', '| User: read | no | `self == me` | yes |') },
];

const databases = await memoryDatabases();
const stores: Readonly<Record<string, (model: RunModel) => DocumentStore>> = {
  memory: createMemoryStore,
  SQLite: (model) => openSqliteStore(databases(), model),
};

/** Who sees everything, or all but what the document itself tells. */
const nothingHidden: readonly string[] = Object.entries({
  'booking.md': ['Lena', 'Ines'],
  'bookshop.md': ['Rocio'],
  'clinic.md': ['Huda', 'Layla', 'Omar'],
  'conduit.md': ['nobody', 'Jake', 'Celeb'],
  'conduit-strict.md': ['nobody', 'Jake', 'Celeb'],
  'helpdesk.md': ['Bo', 'Ida', 'Mia'],
  'inventory.md': ['Max', 'Olga', 'Iris'],
  'invoicing.md': ['Ben'],
  'school.md': ['Vera', 'Dean'],
  'webshop.md': ['Tor'],
  'vault.md': ['Cy'],
  'veiled vault': ['Cy'],
}).flatMap(([document, names]) => names.map((name) => `${document}: ${name}`));

function running(model: RunModel, store: DocumentStore): Product {
  const product = createProduct({ model, store, platform: fixedPlatform(), hasher: cheapHasher, placeholders: true });
  expect(seedExamples(product)).toEqual([]);
  // Examples have no maker in createdBy: here each gets one.
  const accounts = store.query({ entity: model.account?.entity.text ?? '', conditions: [] }).map(({ id }) => id);
  for (const { name } of model.entities)
    for (const [index, { id }] of store.query({ entity: name.text, conditions: [] }).entries())
      store.withoutRuleChecks(() =>
        store.apply({ kind: 'update', entity: name.text, id, values: { createdBy: accounts[index % accounts.length] ?? null } }),
      );
  return product;
}

/** An example, in their own session. */
function signedIn(product: Product, example: string): Person {
  const { id } = exampleRecords(product)[example] ?? { id: '' };
  product.store.saveSession({ tokenHash: tokenHash(example), account: id, began: 0, expires: Date.UTC(2100, 0, 1) });
  return product.personOf(example);
}

/**
 * Fields, as `Entity.field`, that someone's own questions are answered by with the product's eyes.
 */
function toldByTheDocument(model: RunModel): ReadonlySet<string> {
  const found = new Set<string>();
  /** `own`: what it reads of its own record decides what others are told about it. */
  const read = (entity: string, expression: Expression | null, own = true): void => {
    if (expression === null) return;
    if (own) for (const name of [...expression.reads.self, ...expression.reads.row]) found.add(`${entity}.${name}`);
    for (const path of expression.reads.fields) if (own || !path.startsWith(`${entity}.`)) found.add(path);
  };
  for (const { entity, cells } of model.permissions ?? [])
    for (const { grant } of cells.values()) if (grant.kind === 'when') read(entity.text, grant.expression);
  for (const { is } of model.roles) read(model.account?.entity.text ?? '', is);
  for (const { entity, must } of model.rules)
    if (must.kind === 'holds') read(entity.text, must.expression, must.expression.reads.entities.length > 0);
  for (const { entity, transitions } of model.machines)
    for (const { guard } of transitions) read(entity, guard, guard !== null && guard.reads.entities.length > 0);
  for (const entity of model.entities) for (const field of entity.fields) read(entity.name.text, field.computed);
  return found;
}

/** Another value of the same kind; undefined: leave it. */
function another(field: Field, value: Value): Value | undefined {
  switch (field.type.kind) {
    case 'text':
    case 'markdown':
      return (typeof value === 'string' ? `zebra ${value}` : 'zebra').slice(0, field.type.maxLength);
    case 'integer':
      return typeof value === 'number' ? 1000 - value : 77;
    case 'decimal':
      return isDecimal(value) ? value.times(-3) : undefined;
    case 'boolean':
      return value !== true;
    case 'date':
      return value instanceof PlainDate ? new PlainDate(value.days + 400) : new PlainDate(20_000);
    case 'enum':
      return field.type.values.map(({ text }) => text).find((text) => text !== value);
    default:
      return undefined;
  }
}

interface Changed {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
}

/** Changes everything in `product` that the person may not see. */
function changeHidden(product: Product, person: Person, told: ReadonlySet<string>): readonly Changed[] {
  const changed: Changed[] = [];
  const world = product.world(person);
  for (const entity of product.model.entities) {
    const name = entity.name.text;
    for (const stored of product.store.query({ entity: name, conditions: [] })) {
      const record = world.record(name, stored.id);
      if (record === null) continue;
      for (const field of entity.fields) {
        const key = field.name.text;
        if (field.computed !== null || field.builtIn || field.unique || told.has(`${name}.${key}`)) continue;
        // Both rows of section 6, whatever seesField makes of the entity's; one's own account is
        // never hidden as a whole.
        if ((world.access.mayRead(record) || record.id === person.account) && world.access.seesField(record, key)) continue;
        const value = another(field, stored[key] ?? null);
        if (value === undefined) continue;
        product.store.withoutRuleChecks(() =>
          product.store.apply({ kind: 'update', entity: name, id: stored.id, values: { [key]: value } }),
        );
        changed.push({ entity: name, id: stored.id, field: key });
      }
    }
  }
  return changed;
}

/**
 * Deletes what the person may not read, where nothing that they may read has to do with it; says
 * how many there were. `half`: every second record of an entity only.
 */
function deleteHidden(product: Product, person: Person, told: ReadonlySet<string>, half: boolean): number {
  const world = product.world(person);
  let count = 0;
  for (const entity of product.model.entities) {
    const name = entity.name.text;
    // A computed field, a guard or a rule may count them.
    const counted = [...told].some((path) => {
      const [of = '', field = ''] = path.split('.');
      const type = product.index.field(of, field)?.type;
      return (type?.kind === 'inverse' || type?.kind === 'members') && type.entity.text === name;
    });
    if (counted || entitiesCounted(product.model).has(name)) continue;
    const known = product.model.entities.some((other) =>
      other.fields.some(({ type }) => (type.kind === 'relation' || type.kind === 'members') && type.entity.text === name),
    );
    if (known) continue;
    let hidden = 0;
    for (const { id } of product.store.query({ entity: name, conditions: [] })) {
      const record = world.record(name, id);
      if (record === null || world.access.mayRead(record) || (hidden++ % 2 === 0 && half)) continue;
      product.store.transaction(() => product.store.apply({ kind: 'delete', entity: name, id }));
      count++;
    }
  }
  return count;
}

/** Entities whose whole list is looked at with the product's eyes. */
function entitiesCounted(model: RunModel): ReadonlySet<string> {
  const expressions: (Expression | null)[] = [
    ...(model.permissions ?? []).flatMap(({ cells }) =>
      [...cells.values()].map(({ grant }) => (grant.kind === 'when' ? grant.expression : null)),
    ),
    ...model.roles.map(({ is }) => is),
    ...model.rules.map(({ must }) => (must.kind === 'holds' ? must.expression : null)),
    ...model.machines.flatMap(({ transitions }) => transitions.map(({ guard }) => guard)),
    ...model.entities.flatMap(({ fields }) => fields.map(({ computed }) => computed)),
  ];
  return new Set(expressions.flatMap((expression) => expression?.reads.entities ?? []));
}

/** Everything that one could ask of a list over an entity. */
function questions(entity: Entity, only: ReadonlySet<string> | null = null): readonly ListOptions[] {
  const fields = [...entity.byName.values()].filter(({ type, name }) => type.kind !== 'password' && (only?.has(name.text) ?? true));
  return [
    {},
    ...['zebra', 'a', '1'].map((search): ListOptions => ({ search })),
    ...fields.flatMap(({ name: { text: field }, type }): ListOptions[] => {
      const values = valuesOf(type);
      return [
        { sort: [{ field, descending: false }], fields: [field], totals: [field] },
        { sort: [{ field, descending: true }], offset: 1, limit: 1 },
        { filters: { [field]: [''] } },
        { filters: { [field]: { not: [''] } } },
        ...rangesOf(type).map((range): ListOptions => ({ filters: { [field]: range } })),
        ...values.map((value): ListOptions => ({ filters: { [field]: [value] } })),
        // Not of each: the values of the others are what one leaves.
        ...values.slice(0, 1).map((value): ListOptions => ({ filters: { [field]: { not: [value] }, id: ['a'] }, match: 'any' })),
        { group: field, totals: [field], limit: 3 },
      ];
    }),
    { range: { from: '2026-01-01', to: '2026-01-31' } },
  ];
}

/** What a filter may ask of values that are not chosen from a list. */
function rangesOf({ kind }: Field['type']): readonly Readonly<Record<string, Json>>[] {
  if (kind === 'boolean' || kind === 'enum') return [];
  if (kind === 'integer' || kind === 'decimal') return [{ from: 3, to: 900 }];
  return [kind === 'date' || kind === 'datetime' ? { to: '2026-02-01' } : { contains: 'zebra' }];
}

const valuesOf = (type: Field['type']): readonly Json[] => {
  if (type.kind === 'enum') return type.values.map(({ text }) => text);
  if (type.kind === 'boolean') return [true, false];
  return type.kind === 'integer' ? [5, 7, 995] : [];
};

/** Sorted by each path and each expression of a part. */
const byValues = (part: Part): readonly ListOptions[] => {
  const columns = 'search' in part ? [...part.fields, ...part.search] : [];
  return columns.flatMap(({ name, value }): ListOptions[] =>
    value === null
      ? []
      : [
          { sort: [{ field: name.text, descending: false }] },
          { sort: [{ field: name.text, descending: true }], offset: 1, limit: 1 },
          { fields: [name.text], search: '1' },
        ],
  );
};

/** What a part itself leads to; anything else comes from `records`. */
const offered = (part: Listing): ReadonlySet<string> =>
  new Set([...part.filter, ...part.sort.map(({ field }) => ({ name: field }))].map(({ name }) => name.text));

const flat = (parts: readonly Part[]): readonly Part[] => parts.flatMap((part) => [part, ...('parts' in part ? flat(part.parts) : [])]);

/** All that a person is told, by what was asked. */
async function* answers(
  product: Product,
  person: Person,
  ids: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<readonly [string, unknown]> {
  const host: Session = new SessionHost(product, { remembers: false, person });
  const { model } = product;
  yield* called(product, person.token, ids);
  yield ['who one is', await host.person()];
  yield ['navigation', await host.navigation()];
  for (const entity of model.entities) {
    const name = entity.name.text;
    for (const options of questions(entity)) yield [`records of ${name} ${JSON.stringify(options)}`, await host.records(name, options)];
    for (const search of ['', 'zebra', 'a']) yield [`choices of ${name} “${search}”`, await host.choices(name, search, 100)];
  }
  for (const screen of model.screens) {
    const about = screen.about === null ? undefined : ids.get(screen.about.text);
    // Who has the link is the guest: nobody else can ask for it (organisations.test.ts).
    if (product.index.field(screen.about?.text ?? '', screen.foundBy ?? '')?.type.kind === 'secret') continue;
    const foundBy = screen.parameters.at(-1);
    const addresses: Address[] =
      foundBy === undefined
        ? [{ screen: screen.name.text, parameters: {} }]
        : (about ?? []).map((id) => {
            const found = product.store.record(screen.about?.text ?? '', id);
            return {
              screen: screen.name.text,
              parameters: { [foundBy]: String(screen.foundBy === null || screen.foundBy === 'id' ? id : found?.[screen.foundBy]) },
            };
          });
    for (const address of addresses) {
      yield [`screen ${JSON.stringify(address)}`, await host.screen(address)];
      for (const part of flat(screen.parts)) {
        const at: PartAddress = { address, part: part.id };
        const entity = 'entity' in part ? model.entities.find((one) => one.name.text === part.entity?.text) : undefined;
        const asked = entity !== undefined && 'filter' in part ? [...questions(entity, offered(part)), ...byValues(part)] : [{}];
        for (const options of asked)
          yield [`part ${part.kind} at ${JSON.stringify(address)} ${JSON.stringify(options)}`, await host.part(at, options)];
      }
    }
  }
}

/** What the calls that only read say, with whatever is in their paths. */
function* called(
  product: Product,
  token: string | null,
  ids: ReadonlyMap<string, readonly string[]>,
): Generator<readonly [string, unknown]> {
  const calls = new Calls(product);
  const inPaths = [...[...ids.values()].flat(), '1', '2', 'valve'];
  for (const { name } of product.model.calls) {
    const [method = '', pattern = ''] = name.text.split(' ');
    if (method !== 'GET') continue;
    const [path = '', asked = ''] = pattern.split('?');
    const paths = path.includes(':') ? inPaths.map((value) => path.replace(/:\w+/gu, value)) : [path];
    const names = asked.split('&').flatMap((one) => (one === '' ? [] : [one.split('=')[0] ?? '']));
    for (const query of ['', ...names.flatMap((one) => ['zebra', 'a', '1', 'true'].map((value) => `${one}=${value}`))])
      for (const one of paths) {
        const answer = calls.answer({ method, path: one, query, token, contentType: null, body: null });
        yield [`${method} ${one}?${query}`, answer];
      }
  }
}

interface Answered {
  readonly question: string;
  /** Of the answer as JSON: all answers together would be large. */
  readonly digest: string;
  readonly failed: boolean;
}

async function collect(answered: AsyncIterable<readonly [string, unknown]>): Promise<readonly Answered[]> {
  const all: Answered[] = [];
  for await (const [question, answer] of answered) {
    const json = JSON.stringify(answer) ?? '';
    all.push({ question, digest: createHash('sha256').update(json).digest('base64'), failed: json.includes('"error":"FAILED"') });
  }
  return all;
}

/** What one person tries to do to records that they may not read, and to such as are not there. */
function attempts(product: Product, id: string, entity: Entity): readonly Command[] {
  const name = entity.name.text;
  const leading = product.model.entities.flatMap((other) =>
    other.fields.flatMap((field): Command[] => {
      const { type } = field;
      if ((type.kind !== 'relation' && type.kind !== 'members') || type.entity.text !== name || !field.settable) return [];
      const value = type.kind === 'members' ? [id] : id;
      return [{ kind: 'create', part: null, entity: other.name.text, values: { [field.name.text]: value } }];
    }),
  );
  return [
    { kind: 'update', entity: name, id, values: {} },
    ...entity.fields.map((field): Command => ({ kind: 'update', entity: name, id, values: { [field.name.text]: 'x' } })),
    { kind: 'delete', entity: name, id },
    ...product.index.eventsOf(name).map((event): Command => ({ kind: 'event', entity: name, id, event, parameters: {} })),
    ...leading,
  ];
}

describe.each(Object.entries(stores))('%s', (store, open) => {
  describe.each(documents.filter(({ name }) => store === 'SQLite' || name.includes('vault')))('$name', ({ name: document, text }) => {
    const model = readModel(text);
    const told = toldByTheDocument(model);
    // Elsewhere half of the hidden records are deleted in one go with the changes.
    const isVault = document.includes('vault');
    const countsApart = store === 'SQLite' && isVault;
    const first = running(model, createMemoryStore(model));
    const people = ['nobody', ...askedPeople(first, (name) => isVault || nothingHidden.includes(`${document}: ${name}`))];
    const who = (product: Product, name: string): Person => (name === 'nobody' ? nobody : signedIn(product, name));

    // It is only read, so one is enough, and each person's answers are collected once.
    let untouched: Product | null = null;
    const seen = (): Product => (untouched ??= running(model, open(model)));
    const ids = (): ReadonlyMap<string, readonly string[]> =>
      new Map(
        model.entities.map(({ name: { text: entity } }) => [
          entity,
          seen()
            .store.query({ entity, conditions: [] })
            .map(({ id }) => id),
        ]),
      );
    const collected = new Map<string, Promise<readonly Answered[]>>();
    const answersSeen = (name: string): Promise<readonly Answered[]> => {
      const answered = collected.get(name) ?? collect(answers(seen(), who(seen(), name), ids()));
      collected.set(name, answered);
      return answered;
    };
    /** The questions that `other` answers differently than the untouched product. */
    const differing = async (other: Product, name: string): Promise<readonly string[]> => {
      const theirs = await collect(answers(other, who(other, name), ids()));
      return (await answersSeen(name)).filter(({ digest }, index) => digest !== theirs[index]?.digest).map(({ question }) => question);
    };

    test.each(people)('%s learns nothing of what they may not see', async (name) => {
      const other = running(model, open(model));
      // Someone who sees everything has nothing to learn.
      if (changeHidden(other, who(other, name), told).length === 0) return expect(nothingHidden).toContain(`${document}: ${name}`);
      if (!countsApart) deleteHidden(other, who(other, name), told, true);
      expect(await differing(other, name)).toEqual([]);
      const asked = await answersSeen(name);
      // What fails for everybody tells nothing, and is a mistake of ours.
      expect(asked.filter(({ failed }) => failed).map(({ question }) => question)).toEqual([]);
      return expect(asked.length).toBeGreaterThan(50);
    });

    test.each(countsApart ? people : [])(
      '%s learns nothing of records that they may not read, not even how many there are',
      async (name) => {
        const other = running(model, open(model));
        if (deleteHidden(other, who(other, name), told, false) > 0) expect(await differing(other, name)).toEqual([]);
      },
    );

    // Everything is refused here, so no attempt changes what the next person finds.
    let attempted: Product | null = null;
    test.each(people)('%s cannot tell a record that they may not read from one that is not there', async (name) => {
      attempted ??= running(model, open(model));
      const product = attempted;
      const person = name === 'nobody' ? nobody : product.as(exampleRecords(product)[name]?.id ?? null);
      const host = new SessionHost(product, { remembers: false, person });
      const world = product.world(person);
      const absent = '019b8d62-0000-7000-8000-000000000000';
      const told: string[] = [];
      for (const entity of model.entities) {
        const hidden = product.store
          .query({ entity: entity.name.text, conditions: [] })
          .map(({ id }) => world.record(entity.name.text, id))
          .find((record) => record !== null && !world.access.mayRead(record));
        if (hidden === null || hidden === undefined || person.account === hidden.id) continue;
        const missing = attempts(product, absent, entity);
        for (const [index, command] of attempts(product, hidden.id, entity).entries()) {
          const [there, notThere] = [await host.run(command), await host.run(missing[index] as Command)];
          const plain = (outcome: unknown): string => JSON.stringify(outcome).replaceAll(hidden.id, absent);
          if (there.ok || plain(there) !== plain(notThere))
            told.push(`${JSON.stringify(command)}: ${plain(there)}, else ${plain(notThere)}`);
        }
      }
      expect(told).toEqual([]);
    });
  });
});
