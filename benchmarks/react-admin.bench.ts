import { gzipped, withImports } from '../scripts/first-load.ts';
import { type Benchmark, type Figure, median } from './benchmark.ts';
import { brokenRules, heap, rowsInSight, searchList, sortList, type Took, toList, typeInForm } from './react-admin/actions.ts';
import { type App, buildApps, builtFiles } from './react-admin/apps.ts';
import { inTurn, lastRow, type Opened, opened } from './react-admin/opened.ts';

const counts = [1000, 10_000, 100_000];

/**
 * A product beside a react-admin app with the same list, the same form and the same records, both
 * built for production, in Chromium.
 */
export const benchmark: Benchmark = {
  name: 'a product, beside react-admin',
  async run() {
    const figures: Figure[] = [];
    const apps = await buildApps();
    try {
      const { ninefold, reactAdmin, floor } = apps;
      for (const count of counts) {
        const all: Opened[] = [];
        try {
          for (const app of [ninefold, reactAdmin, floor]) all.push(await opened(app, count));
          const [own, peer] = all as [Opened, Opened];
          if (count === counts[0]) figures.push(...(await sizes(ninefold, own, reactAdmin, peer)));
          /** Each figure beside that of every other app. */
          const compared = (name: string, unit: Figure['unit'], values: readonly (readonly number[])[]): void => {
            const [mine = [], ...others] = values;
            for (const [index, theirs] of others.entries())
              figures.push({ name, value: median(mine), unit, against: { name: all[index + 1]?.app.name ?? '', value: median(theirs) } });
          };
          const both = async (what: string, unit: Figure['unit'], run: (one: Opened) => Promise<number>, times?: number): Promise<void> =>
            compared(what, unit, await inTurn([own, peer], run, times));
          const timed = async (what: string, among: readonly Opened[], run: (one: Opened) => Promise<Took>): Promise<void> => {
            const took = await inTurn(among, run);
            const pick = (name: keyof Took) => took.map((samples) => samples.map((sample) => sample[name]));
            compared(`${what}: main thread`, 'ms', pick('busy'));
            compared(`${what}: the clock`, 'ms', pick('elapsed'));
          };
          const among = `${count.toLocaleString('en')} records`;
          for (const [slowed, how] of [
            [1, ''],
            [4, ', processor slowed 4 times'],
          ] as const) {
            await timed(`${among}, to the list${how}`, all, (one) => toList(one, slowed));
            await timed(`${among}, to the list at a first visit${how}`, all, (one) => toList(one, slowed, 'first'));
          }
          if (count === counts[0]) continue;
          await timed(`${among}, sorted`, [own, peer], sortList);
          await timed(`${among}, searched, from the last key`, [own, peer], searchList);
          await both(`${among}, the page's heap`, 'MB', heap);
          if (count !== counts[1]) continue;
          await both('a letter in a form of ten fields: main thread', 'ms', typeInForm);
          await both('rows in sight at 1440 × 900', '', rowsInSight, 1);
          await both("axe-core's rules that the list breaks", '', brokenRules, 1);
        } finally {
          for (const one of all) await one.close();
        }
      }
    } finally {
      await apps.close();
    }
    return figures;
  },
};

async function sizes(ninefold: App, own: Opened, reactAdmin: App, peer: Opened): Promise<Figure[]> {
  const total = (app: App, files: readonly string[]): number => files.reduce((sum, file) => sum + gzipped(app.folder, file), 0) / 1000;
  const workers = [...withImports(ninefold.folder, builtFiles(ninefold, /worker.*\.js$/)).keys()];
  const databases = builtFiles(ninefold, /\.wasm$/);
  return [
    {
      name: 'JavaScript before the list, gzip',
      value: total(ninefold, await scriptsOf(own)),
      unit: 'kB',
      against: { name: 'react-admin', value: total(reactAdmin, await scriptsOf(peer)) },
    },
    { name: 'beside it, the engine in its worker, gzip', value: total(ninefold, workers), unit: 'kB' },
    { name: 'beside it, the database, gzip', value: total(ninefold, databases), unit: 'kB' },
  ];
}

/**
 * The scripts that the page has requested before the list came, by their paths in the built folder;
 * those of a worker are not among them.
 */
async function scriptsOf({ app, count, page: own }: Opened): Promise<string[]> {
  const page = await own.context().newPage();
  await page.addInitScript((row) => {
    const seen = new MutationObserver(() => {
      if (document.querySelector(row) === null) return;
      performance.mark('list');
      seen.disconnect();
    });
    seen.observe(document, { childList: true, subtree: true });
  }, lastRow);
  await page.goto(app.list(count));
  await page.waitForSelector(lastRow);
  const loaded = await page.evaluate(() => {
    const came = performance.getEntriesByName('list')[0]?.startTime ?? 0;
    const requested = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < came);
    return requested.map(({ name }) => name);
  });
  await page.close();
  const paths = loaded.filter((name) => /\.js$/.test(name) && !/worker[^/]*$/.test(name)).map((name) => name.slice(app.url.length + 1));
  if (paths.length === 0) throw new Error(`${app.name} has loaded no script`);
  return [...new Set(paths)];
}
