import type { Platform } from '../../base/platform.ts';
import { scryptHasher } from '../../engine/account/hasher.ts';
import { isSeeded, seedExamples, seedNewExamples } from '../../engine/change/seed.ts';
import { changeDocument } from '../../engine/document/change-document.ts';
import { type OpeningStore, openModel, textKey } from '../../engine/document/open-model.ts';
import { type ProductModel, plainModel } from '../../engine/document/product-model.ts';
import type { BrokenReport, ChangeReport, ClockReport, FiredTimer, RefusedTimer } from '../../engine/host.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import { addressOf } from '../../engine/screens/addresses.ts';
import type { RunningHost } from '../../engine/session-calls.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { fireDue, type TimerReport, timerLimits } from '../../engine/timers/timer-queue.ts';
import { nextCalendarMoment } from '../../engine/timers/timers.ts';
import { labelOf } from '../../engine/world/labels.ts';
import { nobody } from '../../engine/world/world.ts';
import { formatTimestamp, timestampFromMilliseconds } from '../../expression/values/time.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { Renamed } from '../../store/migration/renamed.ts';
import type { OpenedInBrowser } from '../../store/open-in-browser.ts';
import { alwaysDurable } from '../../store/persistence.ts';
import { lateText } from './late-text.ts';
import { type SettableClock, settableClock } from './settable-clock.ts';

/**
 * The store setting with the clock's lead in milliseconds, so that the product continues from that
 * time.
 */
const aheadKey = 'clockAhead';

/**
 * The most records of an entity that are checked against the rules, since that blocks other work.
 */
const mostAsked = 5000;

/** The most fired timers that are listed. */
const mostFired = 200;
/** The most calendar moments at which setting the clock forward stops. */
const mostStops = 1000;

/** A host in the same thread as its data. */
export interface OwnHost extends RunningHost {
  /** The outcome of a command whose changes could not be saved. */
  refused(error: unknown): Outcome<never>;
}

export interface RunningDocument {
  readonly product: Product;
  /** The product for one more person: each tab has its own. */
  host(): OwnHost;
  /**
   * Fires due timers, letting requests run in between, while `goesOn` is true. Returns the
   * milliseconds to the next timer; null if there is none.
   */
  runTimers(goesOn?: () => boolean): Promise<number | null>;
  /**
   * Called when the store went back some writes. Throws if the data then belonged to another
   * document.
   */
  reverted(): void;
  close(): void;
}

/** How a worker gets its model. */
export interface DocumentReader {
  /** Reads what the page sends. Throws an Error if it cannot be used. */
  readonly document: (sent: string) => Promise<RunModel>;
  /** Reads the text that the data was created under. */
  readonly text: (text: string) => Promise<RunModel>;
}

export interface RunOptions {
  readonly opened: OpenedInBrowser;
  /** As the page sends it. */
  readonly document: string;
  readonly reader: DocumentReader;
  /** If there is data, keep the document that it was created under. */
  readonly keepDocument: boolean;
  readonly platform: Platform;
}

/**
 * Runs a document with its data. Migrates data of another document if nothing is lost; otherwise
 * keeps running the earlier document, and `change` lists what would be lost.
 */
export async function runDocument({ opened, document, reader, keepDocument, platform }: RunOptions): Promise<RunningDocument> {
  const { store } = opened;
  const wanted = await reader.document(document);
  const former = await formerOf(store, wanted, keepDocument, reader);
  const model = openModel({ store, wanted, read: () => former, keepDocument, onLoss: 'stay' });
  const clock = settableClock(platform, Number(store.meta(aheadKey) ?? 0));
  const product = createProduct({ model, store, platform: clock, hasher: scryptHasher });
  product.operating = { everyone: true, roles: [], opensLinks: true };
  if (!isSeeded(product)) seedExamples(product);
  else if (model === wanted) seedNewExamples(product);
  // In the browser's file, writing a long text takes as long as reading it, so it waits for a
  // pause. Other stores write to memory.
  const late = opened.keeping === alwaysDurable ? lateText(store) : null;
  const runs = (sent: string): boolean => sent === document && product.model === wanted;

  return {
    product,
    host: () => new DocumentHost(opened, product, clock, reader, late, runs),
    async runTimers(goesOn = () => true) {
      product.timers.lookAgain();
      await fireDue(product.timers, { ...inBetween, goesOn });
      if (!goesOn()) return null;
      const next = product.timers.next();
      return next === null ? null : Math.max(0, next - clock.now());
    },
    reverted() {
      if (store.meta(textKey) !== product.model.text) {
        // The tables now match the earlier document; reloading the page starts the product with it.
        store.close();
        throw new Error(
          'The changed document couldn’t be saved. Reload this page to continue with the previous version; no data was lost.',
        );
      }
      clock.set(Number(store.meta(aheadKey) ?? 0));
      product.timers.lookAgain();
      product.changed();
    },
    close() {
      late?.flush();
      store.close();
    },
  };
}

/** The document that the data stays with if it cannot be migrated; otherwise the new one. */
async function formerOf(store: OpeningStore, wanted: RunModel, keepDocument: boolean, reader: DocumentReader): Promise<RunModel> {
  const kept = store.keptSchema() === null ? null : store.meta(textKey);
  if (kept === null || kept === wanted.text) return wanted;
  return keepDocument || store.plan(wanted).losses.length > 0 ? reader.text(kept) : wanted;
}

/** Answers the requests of other tabs and of the page after each timer. */
const inBetween = {
  ask: async <T>(body: () => T): Promise<T> => body(),
  // Posts a message, because setTimeout waits at least four milliseconds.
  pause: () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    }),
};

/** The product for one person, with the workbench's extra calls. Stores the text with the data. */
class DocumentHost extends SessionHost implements OwnHost {
  readonly #opened: OpenedInBrowser;
  readonly #product: Product;
  readonly #clock: SettableClock;
  readonly #reader: DocumentReader;
  readonly #late: ReturnType<typeof lateText> | null;
  readonly #runs: (document: string) => boolean;

  constructor(
    opened: OpenedInBrowser,
    product: Product,
    clock: SettableClock,
    reader: DocumentReader,
    late: ReturnType<typeof lateText> | null,
    runs: (document: string) => boolean,
  ) {
    super(product);
    this.#reader = reader;
    this.#late = late;
    this.#runs = runs;
    this.#opened = opened;
    this.#product = product;
    this.#clock = clock;
  }

  async change(document: string, force: boolean, renames: readonly Renamed[] = []): Promise<ChangeReport> {
    // The page that starts the product requests the document that it has just started.
    if (renames.length === 0 && this.#runs(document)) return { applied: true, changes: [], losses: [], questions: [] };
    const model = await this.#reader.document(document);
    return changeDocument(this.#product, this.#opened.store, model, force, renames, this.#late);
  }

  async snapshot(): Promise<Uint8Array> {
    const { snapshotOf } = await import('./whole-data.ts');
    this.#late?.flush();
    return snapshotOf(this.#opened.store);
  }

  /**
   * Restores a snapshot, keeping its ids. The acting person stays, unless the snapshot lacks their
   * account.
   */
  async restore(bytes: Uint8Array): Promise<string> {
    const { account } = this.acting;
    const { restoreSnapshot } = await import('./whole-data.ts');
    this.#late?.drop();
    const text = await restoreSnapshot(this.#product, this.#opened.store, bytes, this.#reader.text);
    // The data now has the time at which the snapshot was made.
    this.#clock.set(Number(this.#opened.store.meta(aheadKey) ?? 0));
    const isKnown = this.#product.world(this.#product.as(account)).me() !== null;
    await this.actAs(isKnown ? account : null);
    return text;
  }

  /**
   * Deletes all data, keeps the document, and creates the examples again. The person of the same
   * name goes on acting, since all records are new.
   */
  async reset(): Promise<void> {
    const { store } = this.#opened;
    const { account } = await this.person();
    this.#late?.flush();
    const kept = store.meta(textKey);
    store.clear();
    this.#clock.set(0);
    if (kept !== null) store.setMeta(textKey, kept);
    seedExamples(this.#product);
    const same = account && (await this.actors()).find(({ label }) => label === account.label);
    await this.actAs(same?.id ?? null);
    this.#product.changed();
  }

  async refusedTimers(): Promise<readonly RefusedTimer[]> {
    return this.#named(this.#product.timers.refused().filter(({ result }) => result !== 'guard'));
  }

  async brokenRules(): Promise<BrokenReport> {
    const { brokenRules } = await import('../../engine/data/broken-rules.ts');
    const world = this.#product.world(this.acting);
    const rules = brokenRules(this.#product, mostAsked).map((broken) => ({
      ...broken,
      records: broken.records.map((named) => {
        const record = world.record(broken.entity, named.id, 'person');
        return { ...named, address: record === null ? null : addressOf(world, record) };
      }),
    }));
    const { store, model } = this.#product;
    const all = model.entities.every(({ name }) => store.count({ entity: name.text, conditions: [] }) <= mostAsked);
    return { rules, most: all ? null : mostAsked };
  }

  async clock(): Promise<number> {
    return this.#clock.ahead();
  }

  async setClock(ahead: number): Promise<ClockReport> {
    if (!Number.isFinite(ahead) || ahead < 0) throw new RangeError(`the clock cannot be ${ahead} milliseconds ahead`);
    const fire = (): Promise<TimerReport[]> => {
      this.#product.timers.lookAgain();
      // Timers beyond this limit fire in the background.
      return fireDue(this.#product.timers, { ...inBetween, most: timerLimits.run });
    };
    const reports: TimerReport[] = [];
    // Stops at each calendar event's own moment; after `mostStops` stops, the rest fire once.
    for (let stops = 0; stops < mostStops; stops++) {
      const next = nextCalendarMoment(this.#product.world(nobody));
      const more = next === null ? 0 : next - this.#clock.now();
      if (next === null || this.#clock.ahead() + more > ahead) break;
      this.#clock.set(this.#clock.ahead() + more);
      reports.push(...(await fire()));
    }
    this.#clock.set(ahead);
    this.#opened.store.setMeta(aheadKey, String(ahead));
    reports.push(...(await fire()));
    this.#product.changed();
    return { fired: this.#named(reports.slice(0, mostFired)), total: reports.length };
  }

  /** Adds labels to timers' reports; omits records that were deleted since. */
  #named(reports: readonly TimerReport[]): FiredTimer[] {
    const world = this.#product.world(nobody);
    return reports.flatMap(({ entity, id, at, refusals, transition }): FiredTimer[] => {
      const record = world.record(entity, id);
      if (record === null) return [];
      const label = labelOf(world.index, record);
      const moment = formatTimestamp(timestampFromMilliseconds(at));
      return [{ entity, id, label, at: moment, refusals, to: transition.to?.text ?? null, row: transition.span }];
    });
  }

  async storage(): Promise<OpenedInBrowser['storage']> {
    return this.#opened.storage;
  }

  async model(): Promise<ProductModel> {
    return plainModel(this.#product.model);
  }
}
