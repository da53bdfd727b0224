import { fixedPlatform, type Platform } from '../base/platform.ts';
import { cheapHasher } from '../engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../engine/change/seed.ts';
import { createProduct, type Product } from '../engine/product.ts';
import type { TimerReport } from '../engine/timers/timer-queue.ts';
import { nobody, type Person } from '../engine/world/world.ts';
import type { Example } from '../model/ast/entities.ts';
import type { Model } from '../model/model.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import type { DocumentStore, Snapshot } from '../store/store.ts';

/** Everything that a product holds at one moment. */
export interface WorldState {
  readonly data: Snapshot;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Timers that were refused and are not tried again, by `TimerQueue`'s key. */
  readonly refused: ReadonlyMap<string, TimerReport>;
}

/** A product in memory that can be put into any of its earlier states. */
export interface SmallWorld {
  readonly product: Product;
  /** Names of the examples in it by record id. */
  readonly names: ReadonlyMap<string, string>;
  /** Who can act: a signed-out person, and each account of the start. */
  readonly people: readonly Person[];
  capture(): WorldState;
  restore(state: WorldState): void;
  /** Runs `body` and takes back whatever it did, the time as well. */
  tried<T>(body: () => T): T;
  advance(milliseconds: number): void;
}

/** People of one role beyond this number add nothing but size. */
export const peoplePerRole = 2;

export function smallWorld(model: Model, examples: boolean): SmallWorld {
  let time = fixedPlatform().now();
  const platform: Platform = { ...fixedPlatform(), now: () => time };
  const store: DocumentStore = createMemoryStore(model);
  const product = createProduct({ model, store, platform, hasher: cheapHasher, placeholders: true });
  const chosen = examples ? null : peopleNeeded(model, rolesOfExamples(model));
  seedExamples(product, chosen);
  const account = model.account?.entity.text ?? null;
  const names = new Map(Object.entries(exampleRecords(product)).map(([name, { id }]) => [id, name]));
  const accounts = account === null ? [] : store.query({ entity: account, conditions: [] });
  const restore = (state: WorldState): void => {
    store.restore(model, state.data);
    time = state.time;
    product.timers.restoreRefused(state.refused);
  };
  // Made once: an error notes where it was made, which costs more than most trials.
  const undo = new TakenBack();
  return {
    product,
    names,
    people: [nobody, ...accounts.map(({ id }) => product.as(id))],
    capture: () => ({ data: { ...store.snapshot(), trail: [] }, time, refused: product.timers.keptRefused() }),
    restore,
    tried(body) {
      const before = { time, refused: product.timers.keptRefused() };
      const result: ReturnType<typeof body>[] = [];
      try {
        store.transaction(() => {
          result.push(body());
          throw undo;
        });
      } catch (error) {
        if (error !== undo) throw error;
      } finally {
        time = before.time;
        product.timers.restoreRefused(before.refused);
      }
      return result[0] as ReturnType<typeof body>;
    },
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

/** Thrown to take a trial back. */
class TakenBack extends Error {}

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
