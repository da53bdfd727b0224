import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { launchProfile } from '../../testing/browser/chromium.ts';
import type { App } from './apps.ts';

/** What one looks at first: a page of fifty rows. */
export const lastRow = 'tbody tr:nth-child(50) td';

const visits = 3;

/** A person's window with an app in it that holds its records. */
export interface Opened {
  readonly app: App;
  readonly count: number;
  readonly page: Page;
  readonly protocol: CDPSession;
  close(): Promise<void>;
}

export async function opened(app: App, count: number): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  const context = await launchProfile(folder, { viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' });
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
  // By the clock, a thread that waits for a processor would count as working: the worker that loads
  // beside it wants one of two.
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  const close = async (): Promise<void> => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { app, count, page, protocol, close };
}

/**
 * All do it several times, one after the other, so that what else the machine does falls on all;
 * what each has given, in their order.
 */
export async function inTurn<T>(all: readonly Opened[], run: (one: Opened) => Promise<T>, times = visits): Promise<T[][]> {
  const given = all.map((): T[] => []);
  for (let visit = 0; visit < times; visit++) for (const [index, one] of all.entries()) given[index]?.push(await run(one));
  return given;
}

/** The processor time of the page's main thread since it began, in ms. */
export async function busyTime(protocol: CDPSession): Promise<number> {
  return (await metric(protocol, 'TaskDuration')) * 1000;
}

export async function metric(protocol: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await protocol.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`Chromium does not measure ${wanted}`);
  return found.value;
}
