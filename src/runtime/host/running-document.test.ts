import { expect, it, vi } from 'vitest';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { systemPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { alwaysDurable } from '../../store/persistence.ts';
import { attachSqliteStore } from '../../store/sqlite/store.ts';
import { runDocument } from './running-document.ts';

const shop = (examples: readonly string[]): string =>
  `# Specification: Shop\n\n## 3. Entities\n\n### Thing\n\n| Field | Type |\n|---|---|\n| name | text |\n\n| Example | name |\n|---|---|\n${examples.map((name) => `| ${name} | ${name} |\n`).join('')}`;

it('has the new examples of its document, and reads that document only once', async () => {
  const database = (await memoryDatabases())();
  const open = async (text: string) => {
    const document = vi.fn(async (sent: string) => readModel(sent));
    const opened = {
      store: attachSqliteStore(database),
      storage: { kind: 'memory', reason: null },
      keeping: alwaysDurable,
    } as const;
    const reader = { document, text: async (kept: string) => readModel(kept) };
    const running = await runDocument({ opened, document: text, reader, keepDocument: false, platform: systemPlatform });
    return { document, product: running.product, host: running.host() };
  };

  expect((await open(shop(['Cup']))).product.store.count({ entity: 'Thing', conditions: [] })).toBe(1);
  const { document, product, host } = await open(shop(['Cup', 'Plate']));
  expect(product.store.count({ entity: 'Thing', conditions: [] })).toBe(2);

  expect(await host.change(shop(['Cup', 'Plate']), false)).toMatchObject({ applied: true, losses: [] });
  expect(document).toHaveBeenCalledTimes(1);
  // A different document has to be read, and so does the first one after it.
  await host.change(shop(['Cup', 'Plate', 'Bowl']), false);
  expect(product.store.count({ entity: 'Thing', conditions: [] })).toBe(3);
  await host.change(shop(['Cup', 'Plate']), false);
  expect(document).toHaveBeenCalledTimes(3);
});

it('stores a changed text only when the changes pause or the data is read', async () => {
  const database = (await memoryDatabases())();
  const store = attachSqliteStore(database);
  const opened = { store, storage: { kind: 'memory', reason: null }, keeping: alwaysDurable } as const;
  const read = async (text: string) => readModel(text);
  const reader = { document: read, text: read };
  const text = (more: string): string => `${shop(['Cup'])}\n## 1. What the product does\n\nSells things${more}\n`;
  vi.useFakeTimers();
  try {
    const running = await runDocument({ opened, document: text(''), reader, keepDocument: false, platform: systemPlatform });
    const host = running.host();
    for (const more of ['.', '..', '...']) {
      expect(await host.change(text(more), false)).toMatchObject({ applied: true });
      expect(running.product.model.text).toBe(text(more));
      expect(store.meta('document')).toBe(text(''));
      vi.advanceTimersByTime(300);
    }
    vi.advanceTimersByTime(300);
    expect(store.meta('document')).toBe(text('...'));

    await host.change(text('!'), false);
    await host.snapshot();
    expect(store.meta('document')).toBe(text('!'));
    await host.change(text('!!'), false);
    await host.reset();
    expect(store.meta('document')).toBe(text('!!'));

    // A change of the tables stores its own text and drops the waiting one.
    await host.change(text('?'), false);
    const wider = text('?').replace('| name | text |', '| name | text |\n| color | text |');
    await host.change(wider, false);
    expect(store.meta('document')).toBe(wider);
    vi.advanceTimersByTime(1000);
    expect(store.meta('document')).toBe(wider);

    await host.change(`${wider}\n`, false);
    const stored = vi.spyOn(store, 'setMeta');
    running.close();
    expect(stored).toHaveBeenCalledWith('document', `${wider}\n`);
  } finally {
    vi.useRealTimers();
  }
});
