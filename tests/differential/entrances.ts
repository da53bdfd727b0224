import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher, tokenHash } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import { givenOf } from '../../src/engine/given.ts';
import { create } from '../../src/engine/operations/create.ts';
import { deleteRecord } from '../../src/engine/operations/delete.ts';
import { get } from '../../src/engine/operations/get.ts';
import { list } from '../../src/engine/operations/list.ts';
import { triggerEvent } from '../../src/engine/operations/trigger-event.ts';
import { update } from '../../src/engine/operations/update.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { createProduct, type Product } from '../../src/engine/product.ts';
import type { Json } from '../../src/engine/record-data.ts';
import type { Command } from '../../src/engine/session.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { nobody } from '../../src/engine/world/world.ts';
import { toJson } from '../../src/expression/values/json.ts';
import { readModel } from '../../src/model/read.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { type Drawn, sketchDocument } from './document.ts';
import { type DrawnOperation, valueFor } from './operations.ts';
import { recordsOf } from './run.ts';

/** One product, with the examples signed in under their own names. */
function running(text: string) {
  const model = readModel(text);
  const store = createMemoryStore(model);
  const product = createProduct({ model, store, platform: fixedPlatform(), hasher: cheapHasher });
  seedExamples(product);
  const tokens = Object.entries(exampleRecords(product)).map(([example, { id }]) => {
    store.saveSession({ tokenHash: tokenHash(example), account: id, began: 0, expires: Date.UTC(2100, 0, 1) });
    return example;
  });
  return { model, store, product, tokens };
}

/** An operation as every entrance can be asked for it. */
export interface Asked {
  readonly kind: 'create' | 'update' | 'delete' | 'event';
  readonly entity: string;
  readonly id: string;
  readonly event: string;
  readonly values: Readonly<Record<string, Json>>;
}

const said = (outcome: Outcome): string =>
  outcome.ok ? 'done' : outcome.refusals.map(({ error, status, field }) => `${error} ${status} ${field ?? ''}`).join('; ');

export function byEngine(product: Product, token: string | null, { kind, entity, id, event, values }: Asked, readsFirst: boolean): string {
  const person = product.personOf(token);
  const given = givenOf(values);
  const authority = 'person' as const;
  return said(
    product.transact(person, (run) => {
      // The conventional calls get the record before they write it.
      if (readsFirst && kind !== 'create') {
        const call = product.model.calls.find((one) => one.does?.steps.some((step) => step.kind === 'get' && step.entity.text === entity));
        const step = call?.does?.steps[0];
        if (step?.kind !== 'get') throw new Error(`no call gets ${entity}`);
        run.perform(get, { entity, where: step.where, scope: run.world.scope(null, new Map([['id', id]]), 'person'), authority });
      }
      if (kind === 'create') run.perform(create, { entity, values: given, authority });
      else if (kind === 'update') run.perform(update, { entity, id, values: given, authority });
      else if (kind === 'delete') run.perform(deleteRecord, { entity, id, authority });
      else run.perform(triggerEvent, { entity, id, event, parameters: new Map(), authority });
    }),
  );
}

export async function bySession(product: Product, token: string | null, { kind, entity, id, event, values }: Asked): Promise<string> {
  const host = new SessionHost(product, { remembers: false, person: product.personOf(token) });
  const command: Command =
    kind === 'create'
      ? { kind, part: null, entity, values }
      : kind === 'update'
        ? { kind, entity, id, values }
        : kind === 'delete'
          ? { kind, entity, id }
          : { kind, entity, id, event, parameters: {} };
  return said(await host.run(command));
}

export function byCall(product: Product, token: string | null, { kind, entity, id, event, values }: Asked): string {
  const path = `/api/${entity.toLowerCase()}s${kind === 'create' ? '' : `/${id}`}${kind === 'event' ? `/${event}` : ''}`;
  const method = { create: 'POST', update: 'PATCH', delete: 'DELETE', event: 'POST' }[kind];
  const body = kind === 'create' || kind === 'update' ? JSON.stringify(values) : null;
  const answer = new Calls(product).answer({ method, path, query: '', token, contentType: body && 'application/json', body });
  if (answer.status < 300) return 'done';
  const { status, errors } = JSON.parse(answer.body ?? '{}') as {
    readonly status: number;
    readonly errors: readonly { readonly error: string; readonly field?: string }[];
  };
  // Only the first refusal's status is sent.
  return errors.map(({ error, field }, place) => `${error} ${place === 0 ? status : '-'} ${field ?? ''}`).join('; ');
}

const firstStatus = (words: string): string =>
  words
    .split('; ')
    .map((one, place) => (place === 0 ? one : one.replace(/ \d+ /, ' - ')))
    .join('; ');

/** Throws where two entrances say or keep something different; gives what they said. */
export async function compareEntrances(drawn: Drawn, operations: readonly DrawnOperation[]): Promise<readonly string[]> {
  const sketch = sketchDocument(drawn);
  const text = sketch.text.replace(/## 7\.[\s\S]*?(?=\n## 9\.)/, '');
  const [engine, session, engineReading, calls] = [running(text), running(text), running(text), running(text)];
  const outcomes: string[] = [];
  for (const { person, what } of operations) {
    if (what.kind !== 'create' && what.kind !== 'update' && what.kind !== 'delete' && what.kind !== 'event') continue;
    const token = engine.tokens[person] ?? null;
    const entity = sketch.entities[what.entity % sketch.entities.length];
    if (entity === undefined) continue;
    const placeOf = (field: string): number => entity.columns.findIndex(({ name }) => name === field);
    const asked = (of: typeof engine): Asked => {
      const ids = (name: string): readonly string[] => of.store.query({ entity: name, conditions: [] }).map(({ id }) => id);
      const drawnValues = 'values' in what ? what.values : [];
      const values = drawnValues.flatMap(([column, number]): [string, Json][] => {
        const field = entity.columns[column % entity.columns.length];
        return field === undefined ? [] : [[field.name, toJson(valueFor(field, number, ids))]];
      });
      const named: [string, Json][] = what.kind === 'create' ? [['name', ['a', 'b', 'c', 'xyz'][values.length] ?? 'd']] : [];
      const all = ids(entity.name);
      return {
        kind: what.kind,
        entity: entity.name,
        id: 'record' in what ? (all[what.record % Math.max(1, all.length)] ?? 'none') : '',
        event: what.kind === 'event' ? what.event : '',
        // In the order in which the conventional calls name them: refusals come in the order of
        // what is given.
        values: Object.fromEntries([...named, ...values].sort(([one], [other]) => placeOf(one) - placeOf(other))),
      };
    };
    if (what.kind === 'event' && !entity.machine) continue;
    const ask = asked(engine);
    const plain = byEngine(engine.product, token, ask, false);
    const screens = await bySession(session.product, token, asked(session));
    const reading = byEngine(engineReading.product, token, asked(engineReading), true);
    const http = byCall(calls.product, token, asked(calls));
    const about = `${JSON.stringify([token, ask])}\n${text}`;
    if (screens !== plain) throw new Error(`engine: ${plain}\nsession: ${screens}\n${about}`);
    if (http !== firstStatus(reading)) throw new Error(`engine: ${reading}\ncall: ${http}\n${about}`);
    outcomes.push(plain, reading);
  }
  expectSame(engine, session);
  expectSame(engineReading, calls);
  for (const token of [...engine.tokens, null]) {
    for (const { name } of sketch.entities) {
      const read = readByEngine(calls.product, token, name);
      const others = [await readBySession(calls.product, token, name), readByCall(calls.product, token, name)];
      if (others.some((other) => other !== read))
        throw new Error(`${token} reads ${name}: ${read}\nsession, call: ${others.join('\n')}\n${text}`);
    }
  }
  return outcomes;
}

const inOrder = (ids: readonly string[]): string => [...ids].sort().join(' ');

/** The ids that a person reads; none where the list is refused. */
function readByEngine(product: Product, token: string | null, entity: string): string {
  const input = {
    entity,
    where: null,
    scope: product.world(nobody).scope(null),
    sort: [],
    limit: null,
    offset: 0,
    authority: 'person' as const,
  };
  const outcome = product.transact(product.personOf(token), (run) => inOrder(run.perform(list, input).records.map(({ id }) => id)));
  return outcome.ok ? outcome.value : '';
}

async function readBySession(product: Product, token: string | null, entity: string): Promise<string> {
  const host = new SessionHost(product, { remembers: false, person: product.personOf(token) });
  const outcome = await host.records(entity, { limit: 100 });
  return outcome.ok ? inOrder(outcome.value.rows.map(({ id }) => id)) : '';
}

function readByCall(product: Product, token: string | null, entity: string): string {
  const path = `/api/${entity.toLowerCase()}s`;
  const answer = new Calls(product).answer({ method: 'GET', path, query: 'limit=100', token, contentType: null, body: null });
  if (answer.status !== 200) return '';
  const rows = (JSON.parse(answer.body ?? '{}') as Record<string, readonly { readonly id: string }[]>)[`${entity.toLowerCase()}s`];
  return inOrder((rows ?? []).map(({ id }) => id));
}

function expectSame(one: ReturnType<typeof running>, other: ReturnType<typeof running>): void {
  const [here, there] = [recordsOf(one.store), recordsOf(other.store)];
  const place = here.findIndex((line, index) => line !== there[index]);
  if (place >= 0 || here.length !== there.length) throw new Error(`kept: ${here[place]}\nbut:  ${there[place]}`);
}
