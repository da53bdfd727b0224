import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../testing/browser/chromium.ts';
import { serveWorkbench } from '../testing/browser/workbench.ts';
import { largeDocument } from '../testing/large-document.ts';
import { type Benchmark, type Figure, median, percentile } from './benchmark.ts';

/** Letters of one row of the document, a rule's message: the document stays right after each. */
const words = 'Say it so that anybody understands it ';

/** What the page itself notes of one letter, all in ms since the key went down. */
interface Letter {
  readonly findings: number;
  readonly product: number;
  /** The longest time that the page took nothing else up. */
  readonly longest: number;
}

/**
 * Typing in the workbench: from the key to findings and to the product that follows, and how long
 * the page is busy in one piece.
 */
export const benchmark: Benchmark = {
  name: 'typing in the workbench, in Chromium',
  async run() {
    const figures: Figure[] = [];
    const workbench = await serveWorkbench();
    const browser = await launchChromium();
    try {
      const documents = [
        { name: 'helpdesk', text: readFileSync(new URL('../specs/helpdesk.md', import.meta.url), 'utf8') },
        { name: '2,000 lines', text: largeDocument(2000) },
      ];
      for (const { name, text } of documents) {
        const letters = await typed(browser, workbench.url, text);
        for (const [what, pick] of [
          ['to findings', (letter: Letter) => letter.findings],
          ['to the product', (letter: Letter) => letter.product],
          ['the longest task', (letter: Letter) => letter.longest],
        ] as const) {
          const samples = letters.map(pick);
          figures.push({ name: `${name}, ${what}: median`, value: median(samples), unit: 'ms' });
          figures.push({ name: `${name}, ${what}: 95th percentile`, value: percentile(samples, 0.95), unit: 'ms' });
        }
      }
    } finally {
      await browser.close();
      await workbench.close();
    }
    return figures;
  },
};

async function typed(browser: Browser, url: string, text: string): Promise<Letter[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate((stored) => localStorage.setItem('ninefold/document/typed', stored), JSON.stringify({ text }));
    await page.goto(`${url}/#/typed`);
    await page.reload();
    await page.waitForFunction(() => performance.getEntriesByName('ninefold: product').length > 0, undefined, { timeout: 60_000 });
    await putCursor(page, text);
    const letters: Letter[] = [];
    // The first letters warm up.
    for (const [index, letter] of [...words, ...words].entries()) {
      await page.evaluate(watch);
      await page.keyboard.type(letter);
      const measured = await page.waitForFunction(measure, undefined, { timeout: 60_000 });
      if (index >= words.length / 2) letters.push((await measured.jsonValue()) as Letter);
    }
    return letters;
  } finally {
    await context.close();
  }
}

/** Behind the first letter of the first message of section 8. */
async function putCursor(page: Page, text: string): Promise<void> {
  const row = /^\| (\w+) (\| \d+ \| \w)/m.exec(text.slice(text.indexOf('## 8.')));
  if (row === null) throw new RangeError('the document has no error with a message');
  const [, code = '', between = ''] = row;
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Shift+O');
  await page.locator('.cm-languagePanel').getByRole('textbox').fill(code);
  await page.keyboard.press('Enter');
  await page.locator('.cm-languagePanel').waitFor({ state: 'detached' });
  for (let right = 0; right < code.length + 1 + between.length; right++) await page.keyboard.press('ArrowRight');
}

/**
 * In the page: notes when the next key goes down, and from then on the longest time between two
 * turns of its loop.
 */
function watch(): void {
  const noted = { down: 0, longest: 0, over: false };
  Object.assign(globalThis, { noted });
  performance.clearMarks();
  addEventListener('keydown', () => (noted.down = performance.now()), { once: true, capture: true });
  const { port1, port2 } = new MessageChannel();
  let before = performance.now();
  port1.onmessage = () => {
    const now = performance.now();
    if (noted.down > 0) noted.longest = Math.max(noted.longest, now - before);
    before = now;
    if (!noted.over) port2.postMessage(0);
  };
  port2.postMessage(0);
}

/** In the page: what was noted, as soon as all of it is there. */
function measure(): Letter | null {
  const { noted } = globalThis as unknown as { noted: { down: number; longest: number; over: boolean } };
  const [findings] = performance.getEntriesByName('ninefold: findings');
  const [product] = performance.getEntriesByName('ninefold: product');
  if (findings === undefined || product === undefined) return null;
  noted.over = true;
  return { findings: findings.startTime - noted.down, product: product.startTime - noted.down, longest: noted.longest };
}
