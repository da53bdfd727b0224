import { fixedPlatform, idsOf, type Platform } from '../../base/platform.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../engine/change/seed.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import { oldestFirst, readSent, type SentRequest, sendKind } from '../../engine/services/sent.ts';
import { calendarKey, productId } from '../../engine/timers/timers.ts';
import { nobody, type Person } from '../../engine/world/world.ts';
import type { Model } from '../../model/model.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import type { StoredJob } from '../../store/outbox.ts';
import { rolledBack } from '../../store/rolled-back.ts';
import { schemaOf } from '../../store/schema.ts';
import type { DocumentStore } from '../../store/store.ts';
import { answeringServices } from '../document/answers.ts';
import { isUnfollowed, phasesOf } from '../document/calendar.ts';
import { Calendar } from '../document/calendar-moments.ts';
import type { Cone } from '../document/cone.ts';
import { contentsOf, refusedOf, snapshotOf, type WorldState } from './cells.ts';
import { newIdOf, newNumberOf } from './ids.ts';
import { ReadLog } from './memo.ts';
import { givenAtStart, startOf } from './start.ts';
import { Templates } from './templates.ts';

/** An in-memory product that can be put into any of its earlier states. */
export interface SmallWorld {
  readonly product: Product;
  readonly start: WorldState;
  /** Logs what its store reads. */
  readonly reads: ReadLog;
  readonly cells: Templates;
  readonly calendar: Calendar;
  /** Names of its examples, by record id. */
  readonly names: ReadonlyMap<string, string>;
  /** Who can act: a signed-out person, and each account at the start. */
  readonly people: readonly Person[];
  /** By entity, how many records that give people their roles exist at the start. */
  readonly given: ReadonlyMap<string, number>;
  capture(): WorldState;
  restore(state: WorldState): void;
  /** Runs `body` and undoes whatever it did, including changes to the time. */
  tried<T>(body: () => T): T;
}

/** `chosen`: the names of the examples to start with; null for all. */
export function smallWorld(
  whole: Model,
  examples: boolean,
  cone: Cone,
  chosen: ReadonlySet<string> | null = examples ? null : startOf(whole),
): SmallWorld {
  const model = withoutIdle(withoutPassedOver(whole), cone);
  let time = fixedPlatform().now();
  const platform: Platform = { ...fixedPlatform(), now: () => time };
  const schema = schemaOf(model);
  const cells = new Templates(
    model,
    schema,
    cone,
    () => product.index.timeZone,
    phasesOf(
      model,
      cone.clock,
      () => product.index.timeZone,
      () => calendar.points,
    ),
  );
  const reads = new ReadLog(cells, (id) => newNumberOf(id) !== null);
  const store: DocumentStore = createMemoryStore(model, reads);
  const first = idsOf(platform);
  let nextNew: number | null = null;
  let firstNew = 0;
  const newId = (): string => (nextNew === null ? first() : newIdOf(nextNew++));
  const product = createProduct({ model, store, platform, hasher: cheapHasher, placeholders: true, newId });
  const calendar = new Calendar(product, cone);
  seedExamples(product, chosen);
  const account = model.account?.entity.text ?? null;
  const names = new Map(Object.entries(exampleRecords(product)).map(([name, { id }]) => [id, name]));
  const accounts = account === null ? [] : store.query({ entity: account, conditions: [] });
  cells.begin(accounts);
  const fields = new Map(model.machines.flatMap(({ field, transitions }) => transitions.map(({ span }) => [span.from, field])));
  const services = answeringServices(model);
  const requests = (): readonly StoredJob[] =>
    services.size === 0 ? [] : oldestFirst(store.jobs).filter((job) => services.has(readSent(job).service));
  const capture = (): WorldState => {
    const { records, members, entered, trail: _, ...rest } = store.snapshot();
    const snapshot = { ...rest, records, members, entered, trail: [] };
    const contents = contentsOf(snapshot, product.timers.keptRefused(), requests(), ({ span }) => fields.get(span.from) ?? '');
    return { cells: contents.map((content) => cells.of(content, time)), time, rest };
  };
  /** Serial numbers that nothing reads continue from the number of records. */
  const numbered = ({ cells: all, rest: { serials } }: WorldState): WorldState['rest']['serials'] => [
    ...serials.filter(({ entity, field }) => !cells.isNumber(entity, field)),
    ...cells.numbers.map(({ entity, field }) => ({ entity, field, last: all.filter((cell) => cell.entity === entity).length })),
  ];
  return {
    product,
    calendar,
    start: capture(),
    reads,
    cells,
    names,
    people: [nobody, ...accounts.map(({ id }) => product.as(id))],
    given: chosen === null ? new Map() : givenAtStart(whole, chosen),
    capture,
    restore(state) {
      store.restore(model, snapshotOf({ ...state, rest: { ...state.rest, serials: numbered(state) } }));
      for (const { entity, id, sent } of services.size === 0 ? [] : state.cells)
        for (const [place, { service, event }] of sent.entries()) {
          const payload: SentRequest = { service, request: '', body: null, entity, record: id, event };
          // Ids determine the order: these sort before those of new requests.
          store.jobs.add({
            id: `!${id} ${place}`,
            kind: sendKind,
            payload: JSON.stringify(payload),
            createdAt: state.time,
            dueAt: state.time,
          });
        }
      // The product's own events are examined when time passes.
      for (const row of calendar.own) store.setEnteredAt(row.machine.entity, calendarKey(row), productId, state.time);
      time = state.time;
      firstNew = state.cells.reduce((next, { id }) => Math.max(next, (newNumberOf(id) ?? -1) + 1), 0);
      product.timers.restoreRefused(refusedOf(state));
    },
    tried(body) {
      const before = { time, refused: product.timers.keptRefused() };
      nextNew = firstNew;
      try {
        return rolledBack(store, body);
      } finally {
        time = before.time;
        product.timers.restoreRefused(before.refused);
      }
    },
  };
}

/** Rules that nothing here can break would otherwise still be evaluated for every record. */
const withoutIdle = (model: Model, { idle }: Cone): Model => ({ ...model, rules: model.rules.filter(({ span }) => !idle.has(span.from)) });

const withoutPassedOver = (model: Model): Model => ({
  ...model,
  machines: model.machines.map((machine) => ({
    ...machine,
    transitions: machine.transitions.filter((row) => !isUnfollowed(row)),
  })),
});
