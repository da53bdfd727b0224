import { expect, it, vi } from 'vitest';
import { systemPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { keptAtOnce } from '../../store/persistence.ts';
import { loadSqlite } from '../../store/sqlite/load.ts';
import { attachSqliteStore } from '../../store/sqlite/store.ts';
import { runDocument } from './running-document.ts';

const shop = (examples: readonly string[]): string =>
  `# Specification: Shop\n\n## 3. Entities\n\n### Thing\n\n| Field | Type |\n|---|---|\n| name | text |\n\n| Example | name |\n|---|---|\n${examples.map((name) => `| ${name} | ${name} |\n`).join('')}`;

it('has the new examples of the document that it is opened with, and reads that document once', async () => {
  const sqlite3 = await loadSqlite();
  const database = new sqlite3.oo1.DB(':memory:', 'c');
  const open = async (text: string) => {
    const document = vi.fn(async (sent: string) => readModel(sent));
    const opened = {
      store: attachSqliteStore({ sqlite3, database }),
      storage: { kind: 'memory', reason: null },
      keeping: keptAtOnce,
    } as const;
    const reader = { document, text: async (kept: string) => readModel(kept) };
    const running = await runDocument({ opened, document: text, reader, goOn: false, platform: systemPlatform });
    return { document, product: running.product, host: running.host() };
  };

  expect((await open(shop(['Cup']))).product.store.count({ entity: 'Thing', conditions: [] })).toBe(1);
  const { document, product, host } = await open(shop(['Cup', 'Plate']));
  expect(product.store.count({ entity: 'Thing', conditions: [] })).toBe(2);

  expect(await host.change(shop(['Cup', 'Plate']), false)).toMatchObject({ applied: true, losses: [] });
  expect(document).toHaveBeenCalledTimes(1);
  // Another document is another matter, and so is that one after it.
  await host.change(shop(['Cup', 'Plate', 'Bowl']), false);
  expect(product.store.count({ entity: 'Thing', conditions: [] })).toBe(3);
  await host.change(shop(['Cup', 'Plate']), false);
  expect(document).toHaveBeenCalledTimes(3);
});
