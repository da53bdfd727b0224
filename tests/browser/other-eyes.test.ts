import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedSite, serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { goTo, shown } from '../../testing/browser/places.ts';
import { buildProduct } from '../../testing/process/build-product.ts';
import gallery from '../samples/gallery.md?raw';

/**
 * The product on paper, and where the system chooses the colours: what backgrounds and shadows say
 * must be said otherwise.
 */
describe('a product seen otherwise', () => {
  let folder: string;
  let browser: Browser;
  let served: ServedSite;
  let page: Page;

  const style = (role: Parameters<Page['getByRole']>[0], name: string, property: string): Promise<string> =>
    page
      .getByRole(role, { name, exact: true })
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ninefold-eyes-'));
    await buildProduct('tests/samples/gallery.md', folder);
    served = await serveSite(folder, { base: '/' });
    browser = await launchChromium();
    page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      forcedColors: 'active',
    });
    page.setDefaultTimeout(60_000);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('marks the screen one is on, the view that is chosen and the entries, in the system’s colours', async () => {
    await page.goto(`${served.url}#/calendar`);
    await shown(page);
    await page.getByRole('link', { name: /Paint the fence/ }).waitFor();
    expect(await style('link', 'Calendar', 'background-color')).not.toBe(await style('link', 'Board', 'background-color'));
    expect(await style('radio', 'Month', 'border-top-color')).not.toBe(await style('radio', 'Week', 'border-top-color'));
    expect(await style('link', 'Board', 'border-top-width')).toBe('0px');
    const entry = page.getByRole('link', { name: /Paint the fence/ });
    expect(await entry.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px');
  });

  it('draws the bars of a chart in colours of their own', async () => {
    await goTo(page, '/chart');
    await page.getByRole('figure', { name: 'Task count by status' }).waitFor();
    const colours = await page.evaluate(() =>
      [...document.querySelectorAll('figure [class*="bar"]')]
        .filter((element) => element.childElementCount === 0)
        .map((element) => getComputedStyle(element).backgroundColor),
    );
    expect(colours).toHaveLength(3);
    expect(new Set(colours).size).toBe(3);
  });

  it('prints when something is, not how long until then', async () => {
    await goTo(page, '/');
    const due = page.getByText('in 3 hours');
    await due.waitFor();
    await page.emulateMedia({ media: 'print' });
    await due.waitFor({ state: 'hidden' });
    const printed = await due.evaluate((element) => {
      const time = element.closest('time');
      return time && [getComputedStyle(time, '::after').content, `"${time.title}"`];
    });
    expect(printed?.[0]).toBe(printed?.[1]);
    expect(printed?.[0]).toMatch(/20\d\d/);
    await page.emulateMedia({ media: 'screen' });
  });

  it('prints a screen without navigation, buttons and forms', async () => {
    await goTo(page, '/');
    await page.getByRole('button', { name: 'Print' }).click();
    await page.getByRole('heading', { name: 'Tasks on paper' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('navigation').waitFor({ state: 'hidden' });
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('searchbox').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('row').filter({ hasText: 'ada@example.com' }).count()).toBe(2);
    expect((await page.pdf({ preferCSSPageSize: true })).subarray(0, 4).toString()).toBe('%PDF');
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name: 'Print' }).waitFor();
  });

  it('moves a card to another person with the keyboard', async () => {
    await goTo(page, '/owners');
    const column = (name: string) => page.getByRole('region', { name });
    await column('Ada Lind').getByRole('link', { name: 'Paint the fence' }).waitFor();
    await page.getByRole('button', { name: 'Move Paint the fence' }).focus();
    await page.keyboard.press('Space');
    await page.locator('[data-dragging]').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => column('Ben Moor').getAttribute('data-over')).not.toBeNull();
    await page.keyboard.press('Space');
    await column('Ben Moor').getByRole('link', { name: 'Paint the fence' }).waitFor();
  });

  it('leads from a card of a board to the screen about its record', async () => {
    await goTo(page, '/board');
    await page.getByRole('link', { name: 'Paint the fence' }).click();
    await page.getByRole('heading', { name: 'Paint the fence' }).waitFor();
    expect(page.url()).toBe(`${served.url}#/tasks/1`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Board' }).waitFor();
  });

  it('is at the right where its language runs from right to left, whatever the script of a title', async () => {
    const arabic = join(folder, 'arabic');
    const text = join(folder, 'arabic.md');
    await writeFile(text, gallery.replace('## 2.', '## 1. What it does\n\nLanguage: ar\n\n## 2.'));
    await buildProduct(text, arabic);
    const other = await serveSite(arabic, { base: '/' });
    try {
      await page.goto(`${other.url}#/cards`);
      const title = page.getByRole('heading', { name: 'Paint the fence' });
      await title.waitFor();
      // The words, not their box, which is as wide as the card.
      const gaps = await title.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        const [inside, outside] = [words.getBoundingClientRect(), element.getBoundingClientRect()];
        return { start: outside.right - inside.right, end: inside.left - outside.left };
      });
      expect(gaps.start).toBeLessThan(2);
      expect(gaps.end).toBeGreaterThan(20);
    } finally {
      await other.close();
    }
  });
});
