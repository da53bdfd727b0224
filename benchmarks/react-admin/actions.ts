import type { Page } from 'playwright-core';
import { axeProblems } from '../../testing/browser/axe.ts';
import { busyTime, lastRow, metric, type Opened } from './opened.ts';

export interface Took {
  /** The main thread's processor time until what was requested was there, in ms. */
  readonly busy: number;
  /** From the address, the press or the last key to what was requested, painted, in ms. */
  readonly elapsed: number;
}

/**
 * `visit`: at the first nothing of the app's files is kept, neither by the browser nor by a service
 * worker; the records are there.
 */
export async function toList({ app, count, page, protocol }: Opened, slowed: number, visit: 'first' | 'later' = 'later'): Promise<Took> {
  await page.goto('about:blank');
  if (visit === 'first') {
    await protocol.send('Network.clearBrowserCache');
    const storageTypes = 'service_workers,cache_storage,local_storage';
    await protocol.send('Storage.clearDataForOrigin', { origin: new URL(app.url).origin, storageTypes });
  }
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  const before = await busyTime(protocol);
  await page.goto(app.list(count), { waitUntil: 'commit' });
  await page.waitForSelector(lastRow);
  const { elapsed, records } = await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return { elapsed: performance.now(), records: performance.getEntriesByName('records')[0]?.duration ?? 0 };
  });
  const now = await busyTime(protocol);
  // A visit may get a process of its own, which starts at 0.
  const busy = now < before ? now : now - before;
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // Once idle, a page may keep its files for later, which would slow down the next app's visit.
  await page.goto('about:blank');
  return { busy: busy - records, elapsed: elapsed - records };
}

/** The list, its order by company: none of the records that it begins with was in sight before. */
export async function sortList(one: Opened): Promise<Took> {
  await freshList(one);
  const head = one.page.locator('thead th', { hasText: 'Company' }).locator('button, [role=button]');
  return await took(one, { rows: 50, text: 'Company 000000' }, () => head.click());
}

/**
 * The list, searched for one company by one word: of several, react-admin's store in memory takes
 * any. Ours looks with every letter, once the search before it is answered.
 */
export async function searchList(one: Opened): Promise<Took> {
  await freshList(one);
  const main = one.page.getByRole('main');
  await main
    .getByRole('searchbox')
    .or(main.getByRole('textbox', { name: 'Search' }))
    .first()
    .focus();
  return await took(one, { rows: 1, text: 'Company 000777' }, () => one.page.keyboard.type('000777', { delay: 40 }));
}

/** The main thread's processor time for one letter in the form of ten fields, in ms. */
export async function typeInForm({ app, count, page, protocol }: Opened): Promise<number> {
  const letters = 'Maximiliana Theodora of the Long Name Company';
  await page.goto('about:blank');
  await page.goto(app.form(count));
  const name = page.getByRole('textbox', { name: /^Name/ });
  // Ours keeps what was typed at the visit before.
  await name.fill('');
  await name.pressSequentially('Warming up ');
  const before = await busyTime(protocol);
  await name.pressSequentially(letters, { delay: 40 });
  const busy = (await busyTime(protocol)) - before;
  if ((await name.inputValue()) !== `Warming up ${letters}`) throw new Error(`${app.name} lost letters`);
  return busy / letters.length;
}

/**
 * The page's JavaScript heap with the list in sight, after a collection, in MB. What a worker holds
 * is not in it.
 */
export async function heap({ app, count, page, protocol }: Opened): Promise<number> {
  await page.goto('about:blank');
  await page.goto(app.list(count));
  // Playwright's own way to wait would leave 1.3 MB of its scripts in the page.
  const expression = `document.querySelector('${lastRow}') !== null`;
  while ((await protocol.send('Runtime.evaluate', { expression })).result.value !== true) await page.waitForTimeout(50);
  await page.waitForTimeout(idle);
  await protocol.send('HeapProfiler.collectGarbage');
  return (await metric(protocol, 'JSHeapUsedSize')) / 1e6;
}

/** Whole rows in the window. */
export async function rowsInSight(one: Opened): Promise<number> {
  await freshList(one);
  return await one.page.evaluate(
    () => [...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );
}

/** How many of axe-core's rules the list breaks. */
export async function brokenRules(one: Opened): Promise<number> {
  await freshList(one);
  const problems = await axeProblems(one.page);
  return new Set(problems.map((problem) => problem.split(':')[0])).size;
}

/**
 * In ms: what a page fetches ahead once it has nothing to do is not measured with what comes next.
 */
const idle = 500;

async function freshList({ app, count, page }: Opened): Promise<void> {
  await page.goto('about:blank');
  await page.goto(app.list(count));
  await page.waitForSelector(lastRow);
  await page.waitForTimeout(idle);
}

interface Wanted {
  readonly rows: number;
  /** In the first row. */
  readonly text: string;
}

async function took({ page, protocol }: Opened, wanted: Wanted, act: () => Promise<void>): Promise<Took> {
  await watch(page, wanted);
  const before = await busyTime(protocol);
  await act();
  const elapsed = await page.evaluate(() => (globalThis as unknown as { shown: Promise<number> }).shown);
  return { busy: (await busyTime(protocol)) - before, elapsed };
}

/**
 * In the page: `shown` becomes the time from the last press or key to the paint of what is wanted.
 */
async function watch(page: Page, wanted: Wanted): Promise<void> {
  await page.evaluate(({ rows, text }) => {
    let begun = 0;
    for (const kind of ['pointerup', 'keydown']) addEventListener(kind, (event) => (begun = event.timeStamp), { capture: true });
    const shown = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`no list of ${rows} that begins with ${text} has come`)), 20_000);
      const observer = new MutationObserver(() => {
        const found = document.querySelectorAll('tbody tr');
        if (begun === 0 || found.length !== rows || !found[0]?.textContent?.includes(text)) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - begun);
          port2.postMessage(0);
        });
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    Object.assign(globalThis, { shown });
  }, wanted);
}
