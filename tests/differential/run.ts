import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import type { Given } from '../../src/engine/operation.ts';
import { addMember } from '../../src/engine/operations/add-member.ts';
import { create } from '../../src/engine/operations/create.ts';
import { deleteRecord } from '../../src/engine/operations/delete.ts';
import { removeMember } from '../../src/engine/operations/remove-member.ts';
import { triggerEvent } from '../../src/engine/operations/trigger-event.ts';
import { update } from '../../src/engine/operations/update.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { createProduct, type Product } from '../../src/engine/product.ts';
import { nobody, type Person } from '../../src/engine/world/world.ts';
import { isRecord, isRecordList, type Value } from '../../src/expression/values/value.ts';
import { readModel } from '../../src/model/read.ts';
import { valueToJson } from '../../src/store/json-value.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { type Drawn as DrawnDocument, type Sketch, sketchDocument } from './document.ts';
import { type DrawnOperation, valueFor } from './operations.ts';

/**
 * What one world says: of each operation, and at the end. Plain text, so that two can be compared
 * and read.
 */
export interface Told {
  readonly outcomes: readonly string[];
  readonly records: readonly string[];
}

export type MakeStore = (model: ReturnType<typeof readModel>) => DocumentStore;

export function live(drawn: DrawnDocument, operations: readonly DrawnOperation[], makeStore: MakeStore): Told {
  const sketch = sketchDocument(drawn);
  const model = readModel(sketch.text);
  const store = makeStore(model);
  try {
    const platform = fixedPlatform();
    const product = createProduct({ model, store, platform, hasher: cheapHasher });
    seedExamples(product);
    const people = [...Object.values(exampleRecords(product)).map(({ id }) => product.as(id)), nobody];
    const outcomes = operations.map((operation) => {
      const said = done(product, platform.advance, sketch, people[operation.person % people.length] ?? nobody, operation);
      for (const report of product.timers.run()) said.push(`timer ${report.entity} ${report.refusals.map(({ error }) => error).join(' ')}`);
      return said.join(' | ');
    });
    return { outcomes, records: recordsOf(store) };
  } finally {
    store.close();
  }
}

function done(
  product: Product,
  advance: (milliseconds: number) => void,
  sketch: Sketch,
  person: Person,
  { what }: DrawnOperation,
): string[] {
  const ids = (entity: string): readonly string[] => product.store.query({ entity, conditions: [] }).map(({ id }) => id);
  const choose = <T>(from: readonly T[], number: number): T | undefined => from[number % Math.max(1, from.length)];
  if (what.kind === 'wait') {
    advance(what.hours * 3_600_000);
    return [`wait ${what.hours}`];
  }
  if (what.kind === 'ask') {
    const path = choose(sketch.questions, what.question);
    const call = product.model.calls.find((one) => one.path === path);
    if (call?.does == null) throw new Error(`no call ${path}`);
    const outcome = product.act(person, call.does);
    if (!outcome.ok) return [`${path} ${wordsOf(outcome)}`];
    const { bound } = outcome.value;
    return [`${path} ${plain(bound.get('xs') ?? null)} of ${plain(bound.get('total') ?? null)}`];
  }
  const entity = choose(sketch.entities, what.entity);
  if (entity === undefined) return [];
  const { name } = entity;
  const given = (values: readonly (readonly [number, number])[]): Given =>
    new Map(
      values.flatMap(([column, number]): [string, Value][] => {
        const chosen = choose(entity.columns, column);
        return chosen === undefined ? [] : [[chosen.name, valueFor(chosen, number, ids)]];
      }),
    );
  // A record without a name says only that it has none.
  const named = (values: Given): Given => new Map([['name', ['a', 'b', 'c', 'xyz'][values.size] ?? 'd'], ...values]);
  if (what.kind === 'create')
    return [
      `create ${name}`,
      wordsOf(product.perform(person, create, { entity: name, values: named(given(what.values)), authority: 'person' })),
    ];
  const id = choose(ids(name), what.record);
  if (id === undefined) return [`no ${name}`];
  const place = { entity: name, id, authority: 'person' as const };
  switch (what.kind) {
    case 'update':
      return [`update ${name}`, wordsOf(product.perform(person, update, { ...place, values: given(what.values) }))];
    case 'delete':
      return [`delete ${name}`, wordsOf(product.perform(person, deleteRecord, place))];
    case 'event':
      return [
        `${what.event} ${name}`,
        wordsOf(product.perform(person, triggerEvent, { ...place, event: what.event, parameters: new Map() })),
      ];
    case 'add':
    case 'remove': {
      const member = { entity: 'User', id: choose(ids('User'), what.member) ?? '' };
      return [
        `${what.kind} ${name}`,
        wordsOf(product.perform(person, what.kind === 'add' ? addMember : removeMember, { ...place, field: 'friends', member })),
      ];
    }
  }
}

const wordsOf = (outcome: Outcome): string =>
  outcome.ok
    ? 'done'
    : outcome.refusals.map(({ error, field, message, because }) => `${error} ${field ?? ''} ${message} (${because})`).join('; ');

function plain(value: Value): string {
  if (isRecord(value)) return value.id.slice(-6);
  if (isRecordList(value)) return plain(value.records());
  return Array.isArray(value) ? `[${(value as readonly Value[]).map(plain).join(' ')}]` : valueToJson(value);
}

export function recordsOf(store: DocumentStore): string[] {
  const { records, members, serials, entered, trail } = store.snapshot();
  const sorted = (lines: readonly string[]): string[] => [...lines].sort();
  return [
    ...[...records].flatMap(([entity, all]) =>
      all.map(
        (record) =>
          `${entity} ${Object.entries(record)
            .map(([field, value]) => `${field}=${valueToJson(value)}`)
            .sort()
            .join(' ')}`,
      ),
    ),
    ...sorted(members.filter((list) => list.members.length > 0).map((list) => JSON.stringify(list))),
    ...sorted(serials.map((serial) => JSON.stringify(serial))),
    ...sorted(entered.map((one) => JSON.stringify(one))),
    ...trail.map(({ sequence, at, by, entity, record, operation, changes }) =>
      JSON.stringify([sequence, at, by, entity, record, operation, Object.entries(changes).sort()]),
    ),
  ];
}

/** Where two worlds say different things; null: nowhere. */
export function difference(a: Told, b: Told): string | null {
  const at = (one: readonly string[], other: readonly string[], what: string): string | null => {
    const index = one.findIndex((line, place) => line !== other[place]);
    const place = index < 0 && one.length !== other.length ? Math.min(one.length, other.length) : index;
    return place < 0 ? null : `${what} ${place + 1}:\n  ${one[place] ?? '(nothing)'}\n  ${other[place] ?? '(nothing)'}`;
  };
  return at(a.outcomes, b.outcomes, 'operation') ?? at(a.records, b.records, 'record');
}
