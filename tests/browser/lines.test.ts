import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { type ServedSite, serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { goTo } from '../../testing/browser/places.ts';
import { buildProduct } from '../../testing/process/build-product.ts';

/** An invoice and its lines in one form, by the keyboard alone. */
describe('a grid of lines', () => {
  let folder: string;
  let browser: Browser;
  let served: ServedSite;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ninefold-lines-'));
    await buildProduct('tests/samples/invoices.md', join(folder, 'site'));
    served = await serveSite(join(folder, 'site'), { base: '/' });
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(served.url);
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page.getByRole('menuitemradio', { name: 'Ana' }).click();
    await page.getByRole('button', { name: 'Acting as Ana' }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const cell = (column: string, line: number) => page.getByRole('textbox', { name: `${column} line ${line}`, exact: true });
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? '');
  const type = (text: string) => page.keyboard.type(text);
  const press = (key: string) => page.keyboard.press(key);

  it('is filled row by row: Tab to the next cell, Enter to the next row', async () => {
    await goTo(page, '/new');
    await page.getByRole('combobox', { name: 'Client' }).focus();
    await type('Acme');
    await page.getByRole('option', { name: 'Acme' }).waitFor();
    await press('Enter');
    await cell('Text', 1).focus();
    await type('Design');
    await press('Tab');
    await expect.poll(focused).toBe('lines[0].quantity');
    await press('Control+A');
    await type('2');
    await press('Tab');
    await type('50');
    await page.getByRole('cell', { name: '€100.00' }).first().waitFor();
    await press('Enter');
    await expect.poll(focused).toBe('lines[1].text');
    await type('Print');
    await press('Tab');
    await press('Control+A');
    await type('0');
    await press('Tab');
    await type('9.50');
    await press('Enter');
    await type('Post');
    await press('Tab');
    await press('Tab');
    await type('4');
    await expect.poll(() => page.locator('tfoot').innerText()).toContain('€104.00');
  });

  it('is read well by those who do not see it', async () => {
    expect(await axeProblems(page)).toEqual([]);
  });

  it('says what is wrong at its cell, and sends everything at once', async () => {
    await press('Control+Enter');
    await page.getByText('At least one.').waitFor();
    await expect.poll(focused).toBe('lines[1].quantity');
    await press('Control+A');
    await type('1');
    await press('Control+Enter');
    await expect.poll(() => page.title()).toMatch(/^Invoice|^Acme|^1 /);
    await cell('Text', 3).waitFor();
    expect(await cell('Text', 3).inputValue()).toBe('Post');
    await expect.poll(() => page.locator('tfoot').innerText()).toContain('€113.50');
  });

  it('a row is deleted, and cells of a spreadsheet fill others', async () => {
    await cell('Text', 2).focus();
    await press('Alt+Delete');
    expect(await cell('Text', 2).inputValue()).toBe('Post');
    await cell('Text', 3).focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Glue\t3\t1.50\nTape\t1\t2\n');
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => cell('Text', 4).inputValue()).toBe('Tape');
    await press('Control+Enter');
    await page.getByText('Saved').first().waitFor();
    await page.reload();
    await cell('Text', 4).waitFor();
    expect(await cell('Price', 3).inputValue()).toBe('1.50');
    expect(problems).toEqual([]);
  });

  it('is a block for each line on a phone, and nothing is cut off', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over).toBe(0);
    await page.locator('label', { hasText: 'Quantity' }).first().waitFor();
    expect(await axeProblems(page)).toEqual([]);
  });
});
