import { expect, test } from 'vitest';
import { systemPlatform } from '../../base/platform.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { type SharedStore, textKey } from '../../engine/document/open-model.ts';
import { createProduct } from '../../engine/product.ts';
import { readModel } from '../../model/read.ts';
import { DocumentChanged } from '../../store/errors.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import type { OpenedDatabase } from './database.ts';
import { Follower } from './follower.ts';
import { runSynchronously } from './product-engine.ts';

const document = '# Specification: Notes\n\n## 3. Entities and their fields\n\n### Note\n\n| Field | Type |\n|---|---|\n| title | text |\n';
const model = readModel(document);

/**
 * A product whose document another process changes. `kept` is the document stored with the data,
 * `refuses` the reason why this process cannot adopt it.
 */
function following() {
  const store = createMemoryStore(model);
  const state = { kept: document, adopted: document, refuses: null as string | null };
  const shared: SharedStore = Object.assign(store, {
    keptSchema: () => null,
    begin: () => undefined,
    look: () => undefined,
    position: null,
    reached: () => true,
    adopt(now: typeof model) {
      if (state.refuses !== null) throw new Error(state.refuses);
      state.adopted = now.tree.text;
    },
    meta: (key: string) => (key === textKey ? state.kept : null),
  });
  const said: string[] = [];
  const opened: OpenedDatabase = {
    store: shared,
    shared,
    run: runSynchronously,
    once: (_kind, act) => act(),
    product: (now) => createProduct({ model: now, store, platform: systemPlatform, hasher: cheapHasher }),
    repaired: () => [],
    unguarded: () => [],
    cut: () => undefined,
    close: async () => undefined,
  };
  const follower = new Follower({
    model,
    opened,
    changed: () => said.push('changed'),
    followed: (now) => said.push(`followed ${now.name}`),
    log: (level, message) => said.push(`${level}: ${message}`),
  });
  /** A request that returns the name of the document, or fails if the stored document differs. */
  const name = (): Promise<string> =>
    follower.ask(async () => {
      if (state.kept !== state.adopted) throw new DocumentChanged(null);
      return follower.product.model.name;
    });
  return { follower, state, said, name };
}

const other = document.replace('Specification: Notes', 'Specification: Other notes');

test('re-runs a call under the new document if the document has changed', async () => {
  const { state, said, name } = following();
  expect(await name()).toBe('Notes');
  state.kept = other;
  expect(await name()).toBe('Other notes');
  expect(said).toEqual(['followed Other notes', 'changed']);
});

test('answers nothing, is not ready and logs the reason once while it cannot follow, then recovers', async () => {
  const { follower, state, said, name } = following();
  state.kept = other;
  state.refuses = 'the tables are of a newer version';
  const why = 'the document was changed by another process, and this process cannot apply the change: the tables are of a newer version';
  await expect(name()).rejects.toThrow(why);
  await expect(name()).rejects.toThrow(why);
  expect(await follower.ready()).toBe(false);
  expect(said).toEqual([`error: ${why}`]);
  state.refuses = null;
  expect(await follower.ready()).toBe(true);
  expect(await name()).toBe('Other notes');
});
