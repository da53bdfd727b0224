import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { gzipped } from '../scripts/first-load.ts';
import { launchChromium } from '../testing/chromium.ts';
import { type Benchmark, type Figure, median } from './benchmark.ts';
import { type App, buildApps, builtFiles } from './react-admin/apps.ts';

const counts = [1000, 10_000];
const visits = 5;

/** What one looks at first: a page of fifty rows. */
const lastRow = 'tbody tr:nth-child(50) td';

/** A product beside a react-admin app with the same list, the same form and the same records, both built for production, in Chromium. */
export const benchmark: Benchmark = {
  name: 'a product, beside react-admin',
  async run() {
    const figures: Figure[] = [];
    const apps = await buildApps();
    const browser = await launchChromium();
    try {
      const { ninefold, reactAdmin } = apps;
      for (const count of counts) {
        const sample = async (app: App) => await opened(browser, app, count);
        const [own, peer] = [await sample(ninefold), await sample(reactAdmin)];
        try {
          if (count === counts[0]) figures.push(...(await sizes(ninefold, own, reactAdmin, peer)));
          for (const slowed of [1, 4]) {
            const [mine, theirs] = await inTurn(own, peer, (one) => toList(one, slowed));
            const what = `${count} records${slowed > 1 ? `, processor ${slowed} times slower` : ''}`;
            const figure = (name: string, pick: (one: ToList) => number): Figure => ({
              name: `${what}: ${name}`,
              value: median(mine.map(pick)),
              unit: 'ms',
              against: { name: 'react-admin', value: median(theirs.map(pick)) },
            });
            figures.push(figure('main thread, to the list', ({ busy }) => busy));
            figures.push(figure('the clock, to the list', ({ elapsed }) => elapsed));
          }
        } finally {
          await own.context.close();
          await peer.context.close();
        }
      }
    } finally {
      await browser.close();
      await apps.close();
    }
    return figures;
  },
};

/** A person's window with an app in it that holds its records. */
interface Opened {
  readonly app: App;
  readonly count: number;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly protocol: CDPSession;
}

async function opened(browser: Browser, app: App, count: number): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  if (app.name === 'Ninefold') {
    await page.goto(`${app.url}/fill/index.html`);
    await page.waitForFunction(() => 'fill' in globalThis);
    await page.evaluate(`fill(${JSON.stringify(`${app.url}/`)}, ${count})`);
  }
  // The first visit fills the browser's caches, as for anybody who comes again.
  await page.goto(app.list(count));
  await page.waitForSelector(lastRow);
  const protocol = await context.newCDPSession(page);
  await protocol.send('Performance.enable');
  return { app, count, context, page, protocol };
}

/** Both do it several times, one after the other, so that what else the machine does falls on both. */
async function inTurn<T>(own: Opened, peer: Opened, run: (one: Opened) => Promise<T>): Promise<[T[], T[]]> {
  const [mine, theirs]: [T[], T[]] = [[], []];
  for (let visit = 0; visit < visits; visit++) {
    mine.push(await run(own));
    theirs.push(await run(peer));
  }
  return [mine, theirs];
}

interface ToList {
  /** How long the page's main thread worked until the list was there, in ms. */
  readonly busy: number;
  /** From the address to the list, in ms. */
  readonly elapsed: number;
}

async function toList({ app, count, page, protocol }: Opened, slowed: number): Promise<ToList> {
  await page.goto('about:blank');
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  const before = await busyTime(protocol);
  await page.goto(app.list(count), { waitUntil: 'commit' });
  await page.waitForSelector(lastRow);
  const { elapsed, records } = await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return { elapsed: performance.now(), records: performance.getEntriesByName('records')[0]?.duration ?? 0 };
  });
  const busy = (await busyTime(protocol)) - before;
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { busy: busy - records, elapsed: elapsed - records };
}

/** How long the page's main thread has worked since it began, in ms. */
async function busyTime(protocol: CDPSession): Promise<number> {
  return (await metric(protocol, 'TaskDuration')) * 1000;
}

async function metric(protocol: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await protocol.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`Chromium does not measure ${wanted}`);
  return found.value;
}

async function sizes(ninefold: App, own: Opened, reactAdmin: App, peer: Opened): Promise<Figure[]> {
  const total = (app: App, files: readonly string[]): number => files.reduce((sum, file) => sum + gzipped(app.folder, file), 0) / 1000;
  const [workers, databases] = [builtFiles(ninefold, /worker.*\.js$/), builtFiles(ninefold, /\.wasm$/)];
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

/** The scripts that the page has loaded, by their paths in the built folder; those of a worker are not among them. */
async function scriptsOf({ app, page }: Opened): Promise<string[]> {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const paths = loaded.filter((name) => /\.js$/.test(name) && !/worker[^/]*$/.test(name)).map((name) => name.slice(app.url.length + 1));
  if (paths.length === 0) throw new Error(`${app.name} has loaded no script`);
  return [...new Set(paths)];
}
