import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { typePlace } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

const count = 1200;

/**
 * A thousand rows to a page: drawn where they are seen, and there for everybody who looks for them.
 */
describe('a long list', () => {
  let opened: OpenedWorkbench;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    opened = await openWorkbench({ context: { locale: 'en-GB' } });
    ({ page, problems } = opened);
    await page.goto(`${opened.url}/?view=product#/inventory`);
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page.getByRole('menuitemradio', { name: /owner/ }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const lines = Array.from(
      { length: count },
      (_, index) => `P-${String(index).padStart(4, '0')};Part ${index};S${Math.floor(index / 500)};${index};1.50`,
    );
    await page.getByRole('button', { name: 'Columns, order, views' }).click();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import parts from CSV' });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'parts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Code;Name;Shelf;Minimum;Price\n${lines.join('\n')}\n`),
    });
    await dialog.getByRole('button', { name: /^Import/ }).click();
    await page.getByText('1,200 rows imported').waitFor();
    await typePlace(page, '/?sort=code&rows=1000');
    await table().locator('tbody td', { hasText: 'P-0000' }).waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const table = () => page.getByRole('table').first();
  const row = (code: string) => table().getByRole('row', { name: new RegExp(`\\b${code}\\b`) });
  const drawn = (): Promise<number> => table().locator('tbody tr[aria-rowindex]').count();
  const scrollTo = (part: number): Promise<void> =>
    page.evaluate((part) => {
      const main = document.querySelector('[data-product-main]');
      if (main) main.scrollTop = main.scrollHeight * part;
    }, part);

  it('draws what is in sight, and says how many there are', async () => {
    await expect.poll(() => table().getAttribute('aria-rowcount')).toBe(String(count + 21));
    await expect.poll(drawn).toBeLessThan(200);
    expect(await row('P-0000').getAttribute('aria-rowindex')).toBe('13');
    expect(await axeProblems(page)).toEqual([]);
  });

  it('draws what is scrolled to, at its place; no column moves', async () => {
    const columns = (): Promise<number[]> =>
      table()
        .locator('thead th')
        .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)));
    const before = await columns();
    const height = await table().evaluate((element) => element.getBoundingClientRect().height);
    await scrollTo(0.5);
    await row('P-0500').waitFor();
    expect(await row('P-0500').getAttribute('aria-rowindex')).toBe('513');
    await scrollTo(1);
    await row('P-0980').waitFor();
    await expect.poll(drawn).toBeLessThan(200);
    expect(await columns()).toEqual(before);
    expect(Math.abs((await table().evaluate((element) => element.getBoundingClientRect().height)) - height)).toBeLessThan(40);
  });

  it('goes on row by row with the keyboard, over what is not drawn yet', async () => {
    await scrollTo(0);
    await row('P-0000').getByRole('link').first().focus();
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '');
    // Each of the drawn rows has the same number of stops, which the first one tells.
    let stops = 0;
    for (; stops < 9 && !(await focused()).includes('P-0001'); stops++) await page.keyboard.press('Tab');
    expect(await row('P-0090').count()).toBe(0);
    for (let step = 0; step < stops * 89; step++) await page.keyboard.press('Tab');
    await expect.poll(focused).toContain('P-0090');
    // What has the focus stays, wherever one looks.
    await scrollTo(1);
    await row('P-0980').waitFor();
    expect(await focused()).toContain('P-0090');
  });

  it('finds words that are out of sight, as the browser does', async () => {
    await scrollTo(0);
    await row('P-0000').waitFor();
    await expect.poll(() => row('P-0700').count()).toBe(0);
    const found = await page.evaluate(() => (globalThis as unknown as { find(text: string): boolean }).find('P-0700'));
    expect(found).toBe(true);
    await row('P-0700').waitFor();
    await expect.poll(() => row('P-0700').evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    expect(await row('P-0700').evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(900);
  });

  it('has the heads of its groups, and the sum of a column', async () => {
    await typePlace(page, '/?sort=shelf,code&rows=1000&group=shelf&cols=code,name,minimum&sum=minimum');
    await table().getByRole('columnheader', { name: 'Running low' }).waitFor({ state: 'detached' });
    await scrollTo(0);
    await table().locator('tbody tr', { hasText: /^S0$/ }).waitFor();
    await table().locator('tfoot').getByText('719,4').waitFor();
    await scrollTo(0.52);
    await table().locator('tbody tr', { hasText: /^S1$/ }).waitFor();
    expect(await table().getAttribute('aria-rowcount')).toBe('-1');
    expect(await axeProblems(page)).toEqual([]);
  });

  it('is printed whole', async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await drawn()).toBeGreaterThan(1000);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(drawn).toBeLessThan(250);
  });

  it('goes to its last page and back to the first', async () => {
    await typePlace(page, '/?sort=code');
    await page.getByText('1–50 of 1,220').waitFor();
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText('1,201–1,220 of 1,220').waitFor();
    expect(await page.getByRole('button', { name: 'Last page' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'First page' }).click();
    await page.getByText('1–50 of 1,220').waitFor();
  });

  it('said nothing in the console', () => {
    expect(problems).toEqual([]);
  });
});
