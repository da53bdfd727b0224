import { fixedPlatform, idsOf, type Platform } from '../base/platform.ts';
import { cheapHasher } from '../engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../engine/change/seed.ts';
import { createProduct, type Product } from '../engine/product.ts';
import { nobody, type Person } from '../engine/world/world.ts';
import type { Example } from '../model/ast/entities.ts';
import type { Model } from '../model/model.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import { rolledBack } from '../store/rolled-back.ts';
import { schemaOf } from '../store/schema.ts';
import type { DocumentStore } from '../store/store.ts';
import { contentsOf, refusedOf, snapshotOf, type WorldState } from './cells.ts';
import type { Cone } from './cone.ts';
import { newIdOf, newNumberOf } from './ids.ts';
import { ReadLog } from './memo.ts';
import { Templates } from './templates.ts';

/** A product in memory that can be put into any of its earlier states. */
export interface SmallWorld {
  readonly product: Product;
  readonly start: WorldState;
  /** What its store reads. */
  readonly reads: ReadLog;
  readonly cells: Templates;
  /** Names of the examples in it by record id. */
  readonly names: ReadonlyMap<string, string>;
  /** Who can act: a signed-out person, and each account of the start. */
  readonly people: readonly Person[];
  capture(): WorldState;
  restore(state: WorldState): void;
  /** Runs `body` and takes back whatever it did, the time as well. */
  tried<T>(body: () => T): T;
}

/** People of one role beyond this number only add size. */
export const peoplePerRole = 2;

export function smallWorld(whole: Model, examples: boolean, cone: Cone): SmallWorld {
  const model = withoutIdle(withoutCalendar(whole), cone);
  let time = fixedPlatform().now();
  const platform: Platform = { ...fixedPlatform(), now: () => time };
  const schema = schemaOf(model);
  const cells = new Templates(model, schema, cone);
  const reads = new ReadLog(cells, (id) => newNumberOf(id) !== null);
  const store: DocumentStore = createMemoryStore(model, reads);
  const first = idsOf(platform);
  let made: number | null = null;
  let firstNew = 0;
  const newId = (): string => (made === null ? first() : newIdOf(made++));
  const product = createProduct({ model, store, platform, hasher: cheapHasher, placeholders: true, newId });
  const chosen = examples ? null : peopleNeeded(model, rolesOfExamples(model));
  seedExamples(product, chosen);
  const account = model.account?.entity.text ?? null;
  const names = new Map(Object.entries(exampleRecords(product)).map(([name, { id }]) => [id, name]));
  const accounts = account === null ? [] : store.query({ entity: account, conditions: [] });
  cells.begin(accounts);
  const fields = new Map(model.machines.flatMap(({ field, transitions }) => transitions.map(({ span }) => [span.from, field])));
  const capture = (): WorldState => {
    const { records, members, entered, trail: _, ...rest } = store.snapshot();
    const snapshot = { ...rest, records, members, entered, trail: [] };
    const contents = contentsOf(snapshot, product.timers.keptRefused(), ({ span }) => fields.get(span.from) ?? '');
    return { cells: contents.map((content) => cells.of(content, time)), time, rest };
  };
  /** Numbers that nothing reads are those of the records' places. */
  const numbered = ({ cells: there, rest: { serials } }: WorldState): WorldState['rest']['serials'] => [
    ...serials.filter(({ entity, field }) => !cells.isNumber(entity, field)),
    ...cells.numbers.map(({ entity, field }) => ({ entity, field, last: there.filter((cell) => cell.entity === entity).length })),
  ];
  return {
    product,
    start: capture(),
    reads,
    cells,
    names,
    people: [nobody, ...accounts.map(({ id }) => product.as(id))],
    capture,
    restore(state) {
      store.restore(model, snapshotOf({ ...state, rest: { ...state.rest, serials: numbered(state) } }));
      time = state.time;
      firstNew = state.cells.reduce((next, { id }) => Math.max(next, (newNumberOf(id) ?? -1) + 1), 0);
      product.timers.restoreRefused(refusedOf(state));
    },
    tried(body) {
      const before = { time, refused: product.timers.keptRefused() };
      made = firstNew;
      try {
        return rolledBack(store, body);
      } finally {
        time = before.time;
        product.timers.restoreRefused(before.refused);
      }
    },
  };
}

/** By the name of each example of an account, the roles that it has. */
function rolesOfExamples(model: Model): ReadonlyMap<string, ReadonlySet<string>> {
  const account = model.account?.entity.text;
  const product = createProduct({
    model,
    store: createMemoryStore(model),
    platform: fixedPlatform(),
    hasher: cheapHasher,
    placeholders: true,
  });
  seedExamples(product);
  return new Map(
    Object.entries(exampleRecords(product))
      .filter(([, { entity }]) => entity === account)
      .map(([name, { id }]) => [name, product.world(product.as(id)).access.roles()]),
  );
}

/** Two examples of each set of roles, and the examples that they refer to. */
function peopleNeeded(model: Model, roles: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const chosen = new Set<string>();
  for (const [name, has] of roles) {
    const key = [...has].sort().join(' ');
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (count < peoplePerRole) chosen.add(name);
  }
  const examples = new Map(
    model.entities.flatMap((entity) => entity.examples).map((example): [string, Example] => [example.name.text, example]),
  );
  // A set grows while it is walked through: what is added is visited too.
  for (const name of chosen)
    for (const { content, field } of examples.get(name)?.values ?? []) {
      const needed = content.kind === 'example' ? [content.name] : content.kind === 'examples' ? content.names : [];
      const account = examples.get(name)?.entity;
      const required = model.entities.find((entity) => entity.name.text === account)?.byName.get(field.text)?.required === true;
      if (required) for (const other of needed) chosen.add(other);
    }
  return chosen;
}

/** Rules that nothing here can break would be asked about every record all the same. */
const withoutIdle = (model: Model, { idle }: Cone): Model => ({ ...model, rules: model.rules.filter(({ span }) => !idle.has(span.from)) });

/** Calendar events would go on for ever: every day is another world. */
const withoutCalendar = (model: Model): Model => ({
  ...model,
  machines: model.machines.map((machine) => ({
    ...machine,
    transitions: machine.transitions.filter(({ trigger }) => trigger.kind !== 'every'),
  })),
});
