import type { Platform } from '../../base/platform.ts';
import { scryptHasher } from '../../engine/hasher.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import { exampleRecords, isSeeded, seedExamples } from '../../engine/seed.ts';
import type { ChangeReport, Host, Session } from '../../engine/session.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import type { OpenedInBrowser } from '../../store/open-in-browser.ts';

const textKey = 'document';

export interface RunningDocument {
  readonly product: Product;
  /** The product for one person more: each tab has its own. */
  host(): Host;
  /** Fires what is due, and says how long it is to the next timer, in milliseconds; null when none runs. */
  runTimers(): number | null;
  close(): void;
}

export interface RunOptions {
  readonly opened: OpenedInBrowser;
  readonly text: string;
  /** Go on with the document that the data was made under, where there is data. */
  readonly goOn: boolean;
  readonly platform: Platform;
  readonly makeSession: (product: Product) => Session;
}

/**
 * Runs a document over its data. Data that was made under another document comes along when nothing of it is lost; else the product goes on as the
 * document it was made under says, and `change` tells what would be lost.
 */
export function runDocument({ opened, text, goOn, platform, makeSession }: RunOptions): RunningDocument {
  const { store, storage } = opened;
  const start = (): Model => {
    const asked = readModel(text);
    if (store.keptSchema() === null) {
      store.begin(asked);
      store.setMeta(textKey, text);
      return asked;
    }
    const kept = store.meta(textKey);
    if (!goOn || kept === null) {
      const plan = store.plan(asked);
      if (plan.losses.length === 0) {
        store.migrate(asked, plan);
        store.setMeta(textKey, text);
        return asked;
      }
      if (kept === null)
        throw new Error(
          `the product's data was made under a document that is not known any more, and would lose: ${plan.losses.join('; ')}`,
        );
    }
    const model = readModel(kept);
    // What the reader made of the same text may have changed with a release of ours.
    store.migrate(model, store.plan(model));
    return model;
  };

  const product = createProduct({ model: start(), store, platform, hasher: scryptHasher });
  if (!isSeeded(product)) seedExamples(product);

  /** Examples that the document has now and the data never had. */
  const seedNew = (): void => {
    const known = exampleRecords(product);
    const names = product.model.entities.flatMap((entity) => entity.examples.map((example) => example.name.text));
    const fresh = new Set(names.filter((name) => known[name] === undefined));
    if (fresh.size > 0) seedExamples(product, fresh);
  };

  const change = (next: string, force: boolean): ChangeReport => {
    const model = readModel(next);
    const plan = store.plan(model);
    const { changes, losses } = plan;
    if (losses.length > 0 && !force) return { applied: false, changes, losses };
    store.migrate(model, plan);
    store.setMeta(textKey, next);
    product.become(model);
    seedNew();
    return { applied: true, changes, losses };
  };

  const reset = (): void => {
    const kept = store.meta(textKey);
    store.clear();
    if (kept !== null) store.setMeta(textKey, kept);
    seedExamples(product);
    product.become(product.model);
  };

  return {
    product,
    host: () => {
      const session = makeSession(product);
      return {
        person: () => session.person(),
        actors: () => session.actors(),
        actAs: (id) => session.actAs(id),
        navigation: () => session.navigation(),
        screen: (address) => session.screen(address),
        part: (part, options) => session.part(part, options),
        choices: (entity, search, limit) => session.choices(entity, search, limit),
        run: (command) => session.run(command),
        putFile: (file) => session.putFile(file),
        file: (id) => session.file(id),
        subscribe: (listener) => session.subscribe(listener),
        change: async (next, force) => change(next, force),
        reset: async () => reset(),
        storage: async () => storage,
      };
    },
    runTimers() {
      product.runTimers();
      const next = product.nextTimer();
      return next === null ? null : Math.max(0, next - platform.now());
    },
    close: () => store.close(),
  };
}
