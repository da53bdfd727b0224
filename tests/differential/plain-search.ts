import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import { createProduct } from '../../src/engine/product.ts';
import { oldestFirst, readSent, settleRequest } from '../../src/engine/services/sent.ts';
import { nobody } from '../../src/engine/world/world.ts';
import type { Json } from '../../src/expression/values/json.ts';
import { readModel } from '../../src/model/read.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { StoredJob } from '../../src/store/outbox.ts';
import type { StoredRecord } from '../../src/store/store.ts';

/** A record as a search sees it, whichever search that is. */
export interface Seen {
  readonly entity: string;
  readonly record: StoredRecord;
  /** Milliseconds since it entered its state. */
  readonly age: number;
  /** Timers of it that were refused, and are not tried again. */
  readonly late: number;
  /** Requests to other services whose answers it waits for. */
  readonly waits: number;
}

/** A world as a text, equal for worlds that count as one. `time`: milliseconds since the epoch. */
export type Describe = (records: readonly Seen[], time: number) => string;

export interface Searching {
  readonly text: string;
  /** In the words of scenarios. A record that is there is `Order.filter(x, true)[0]`. */
  readonly actions: readonly string[];
  /** Examples of people. */
  readonly people: readonly string[];
  /** By entity but that of the people, how many records there may be. */
  readonly most: Readonly<Record<string, number>>;
  /** Null: the request is given up. */
  readonly answers: readonly ({ readonly status: number; readonly body: Json } | null)[];
  readonly describe: Describe;
  /** When people act even if no timer is due: moments after `time`. */
  readonly moments: (time: number) => readonly number[];
  /** More worlds are not looked at. */
  readonly states: number;
}

interface Last {
  readonly step: string;
  readonly before: string;
}

/** The steps to a world, and the worlds on the way. */
export function wayTo(worlds: ReadonlyMap<string, Last | null>, world: string): readonly string[] {
  const last = worlds.get(world) ?? null;
  return last === null ? [world] : [...wayTo(worlds, last.before), last.step, world];
}

/**
 * The worlds that a plain search over the engine finds, each with the last step of a shortest way
 * to it and the world before; null: there are more than `states`. It
 * knows nothing of the explorer: it acts as scenarios do, keeps whole snapshots, moves the clock to
 * the next timer, and leaves nothing out.
 */
export function plainWorlds({
  text,
  actions,
  people,
  most,
  answers,
  describe,
  moments,
  states,
}: Searching): ReadonlyMap<string, Last | null> | null {
  const rows = actions.map((action) => `| nobody | \`${action.replaceAll('|', '\\|')}\` | |`).join('\n');
  const model = readModel(`${text}\n\n### Scenario: steps\n\n| As | Do | Expect |\n|---|---|---|\n${rows}\n`);
  const steps = model.scenarios.at(-1)?.rows.map((row) => row.do) ?? [];
  for (const { problems, source } of steps) if (problems.length > 0) throw new Error(`${source}: ${JSON.stringify(problems)}`);
  let time = fixedPlatform().now();
  const store = createMemoryStore(model);
  const platform = { ...fixedPlatform(), now: () => time };
  const product = createProduct({ model, store, platform, hasher: cheapHasher, placeholders: true });
  seedExamples(product, new Set(people));
  const acting = people.map((name) => [name, product.as(exampleRecords(product)[name]?.id ?? '')] as const);
  const entities = model.entities.map(({ name }) => name.text);
  const fields = new Map(model.machines.map(({ entity, field }) => [entity, field]));
  const waiting = (): readonly StoredJob[] => oldestFirst(store.jobs);
  const described = (): string => {
    const jobs = waiting().map(readSent);
    const late = [...product.timers.keptRefused().values()];
    const seen = entities.flatMap((entity) =>
      store.query({ entity, conditions: [] }).map((record): Seen => {
        const entered = store.enteredAt(entity, fields.get(entity) ?? '', record.id) ?? time;
        const isOf = (one: { readonly entity: string; readonly id: string }): boolean => one.entity === entity && one.id === record.id;
        return {
          entity,
          record,
          age: time - entered,
          late: late.filter((one) => isOf(one) && one.transition.trigger.kind !== 'every').length,
          waits: jobs.filter((job) => job.record === record.id).length,
        };
      }),
    );
    return describe(seen, time);
  };
  const snapshot = () => ({ stored: store.snapshot(), time, refused: product.timers.keptRefused(), jobs: waiting() });
  const restore = (to: ReturnType<typeof snapshot>): void => {
    store.restore(model, to.stored);
    for (const { id, kind, payload, createdAt, dueAt } of to.jobs) store.jobs.add({ id, kind, payload, createdAt, dueAt });
    ({ time } = to);
    product.timers.restoreRefused(to.refused);
  };
  product.timers.run();
  const known = new Map<string, Last | null>([[described(), null]]);
  const open = [{ ...snapshot(), world: described() }];
  const fits = (): boolean => Object.entries(most).every(([entity, count]) => store.query({ entity, conditions: [] }).length <= count);
  for (const from of open) {
    if (known.size > states) return null;
    const next = (step: string, what: () => boolean): void => {
      if (!what()) return;
      product.timers.run();
      const world = fits() ? described() : null;
      if (world !== null && !known.has(world)) {
        known.set(world, { step, before: from.world });
        open.push({ ...snapshot(), world });
      }
      restore(from);
    };
    restore(from);
    for (const [name, person] of acting)
      for (const step of steps) next(`${name}: ${step.source}`, () => product.act(person, step, { visibility: 'product' }).ok);
    // Of each record the oldest request is answered first.
    const asked = waiting();
    const oldest = asked.filter((job, at) => asked.findIndex((one) => readSent(one).record === readSent(job).record) === at);
    for (const job of oldest)
      for (const answer of answers)
        next(`answer ${answer?.status}`, () => product.transact(nobody, (run) => settleRequest(run, job, answer)).ok);
    next('wait', () => {
      const later = [product.timers.next() ?? 0, ...moments(time)].filter((at) => at > time);
      if (later.length === 0) return false;
      time = Math.min(...later);
      return true;
    });
  }
  return known;
}
