import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { serveFolder } from '../scripts/static-server.mjs';
import { launchChromium } from '../testing/browser/chromium.ts';
import { serveWorkbench } from '../testing/browser/workbench.ts';
import { type Benchmark, type Figure, median } from './benchmark.ts';
import type { Measured } from './browser/page.ts';

const tickets = 10_000;
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The workbench's first paint, and the helpdesk's data through the worker, in Chromium. */
export const benchmark: Benchmark = {
  name: `in Chromium, ${tickets} tickets`,
  async run() {
    const figures: Figure[] = [];
    const browser = await launchChromium();
    const workbench = await serveWorkbench();
    const out = folder('../.cache/benchmark-page');
    await build({
      configFile: false,
      logLevel: 'error',
      root: folder('./browser'),
      worker: { format: 'es' },
      build: { outDir: out, emptyOutDir: true, assetsInlineLimit: 0 },
    });
    const page = await serveFolder(out);
    try {
      const blank = await firstPaint(browser, page.url);
      figures.push({
        name: 'first paint of the workbench',
        value: await firstPaint(browser, `${workbench.url}/#/helpdesk`),
        unit: 'ms',
        against: { name: 'a page of one line', value: blank },
      });
      const tab = await (await browser.newContext()).newPage();
      await tab.goto(page.url);
      await tab.waitForFunction(() => 'measure' in globalThis);
      const measured = (await tab.evaluate(`measure(${tickets})`)) as Measured;
      const against = { name: 'a call that reads no record', value: measured.person };
      figures.push({ name: 'create a ticket, durable', value: measured.create, unit: 'ms', against });
      figures.push({ name: 'the queue: 25 of them, sorted, with its filters', value: measured.list, unit: 'ms', against });
    } finally {
      await page.close();
      await workbench.close();
      await browser.close();
    }
    return figures;
  },
};

/** The median of five visits with nothing in the cache, in ms. */
async function firstPaint(browser: Awaited<ReturnType<typeof launchChromium>>, url: string): Promise<number> {
  const samples: number[] = [];
  for (let visit = 0; visit < 5; visit++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url);
    const painted = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    samples.push(Number(await painted.jsonValue()));
    await context.close();
  }
  return median(samples);
}
