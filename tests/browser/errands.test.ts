import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { type ServedSite, serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { goTo, shown } from '../../testing/browser/places.ts';
import { buildProduct } from '../../testing/process/build-product.ts';

/** What a review of products once found wrong, on a product so small that all of it is known. */
describe('what is done every day', () => {
  let folder: string;
  let browser: Browser;
  let served: ServedSite;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ninefold-errands-'));
    await buildProduct('tests/samples/errands.md', folder);
    served = await serveSite(folder, { base: '/' });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
    page.setDefaultTimeout(60_000);
    await page.goto(served.url);
    await shown(page);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const row = (name: RegExp) => page.getByRole('row', { name });
  const select = (name: RegExp) =>
    row(name)
      .getByRole('checkbox', { name: /^Select / })
      .check();
  const title = () => page.getByRole('textbox', { name: 'Title' });

  it('the menu has the screens and no entry “New …”, and each list after the first has a title', async () => {
    await row(/Bread/).waitFor();
    const entries = await page.getByRole('navigation').first().getByRole('link').allTextContents();
    expect(entries).toEqual(['Errands', 'Days']);
    await page.getByRole('heading', { name: /^Shops \d+$/ }).waitFor();
  });

  it('a long name is cut, and leaves the other columns more than half of their row', async () => {
    const [cell, whole, table] = await row(/Take the parcel/)
      .getByRole('cell')
      .filter({ hasText: 'Take the parcel' })
      .evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return [element.clientWidth, text.getBoundingClientRect().width, element.closest('table')?.clientWidth ?? 0];
      });
    expect(whole).toBeGreaterThan(cell ?? 0);
    expect(cell).toBeLessThan((table ?? 0) / 2);
  });

  it('Enter adds a record, and the next can be typed at once', async () => {
    await title().fill('Eggs');
    await title().press('Enter');
    await row(/Eggs/).waitFor();
    await expect
      .poll(() => title().evaluate((input: HTMLInputElement) => [input === document.activeElement, input.value]))
      .toEqual([true, '']);
    await page.keyboard.type('Butter');
    await page.keyboard.press('Enter');
    await row(/Butter/).waitFor();
  });

  it('an empty text that is required is flagged, and has the focus', async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Required', { exact: true }).waitFor();
    expect(await title().evaluate((input) => [input.getAttribute('aria-invalid'), input === document.activeElement])).toEqual([
      'true',
      true,
    ]);
    expect(await page.getByRole('row').count()).toBe(1 + 5 + 1 + 1);
  });

  it('several records are deleted only after a question that says how many', async () => {
    await select(/Eggs/);
    await select(/Butter/);
    const remove = page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Delete' });
    await remove.click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 records?' });
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(/Eggs/).waitFor();
    await remove.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 errands deleted').first().waitFor();
    await row(/Eggs/).waitFor({ state: 'detached' });
  });

  it('a refusal appears inside the dialog that caused it, which stays', async () => {
    await select(/Bread/);
    await select(/Milk/);
    await page.getByRole('toolbar').getByRole('button', { name: 'Drop' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('no');
    await dialog.getByRole('button', { name: 'Drop' }).click();
    await dialog.getByText('Say a little more.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  it('rows of one event each keep the reason that was given once', async () => {
    await select(/Bread/);
    await select(/Take the parcel/);
    await page.getByRole('toolbar').getByRole('button', { name: 'Drop' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Done by Kim');
    await dialog.getByRole('button', { name: 'Drop' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(/^.*Bread.*Dropped.* Done by Kim/).waitFor();
    await row(/Take the parcel.*Dropped.*At last: Done by Kim/).waitFor();
  });

  it('a filter says how it compares', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Note' }).click();
    const panel = page.getByRole('dialog').last();
    await panel.getByRole('combobox', { name: 'Condition' }).click();
    await page.getByRole('option', { name: 'is empty' }).click();
    await row(/Milk/).waitFor();
    await row(/Bread/).waitFor({ state: 'detached' });
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('a calendar fills the height of the window, however many weeks the month has', async () => {
    await goTo(page, '/days');
    const days = page.locator('[data-day]');
    await days.last().waitFor();
    const lengths = new Set<number>();
    for (let month = 0; month < 12; month++) {
      const weeks = (await days.count()) / 7;
      const box = await days.last().boundingBox();
      const bottom = (box?.y ?? 0) + (box?.height ?? 0);
      expect(bottom, `${weeks} weeks`).toBeGreaterThan(900 - 80);
      expect(bottom, `${weeks} weeks`).toBeLessThan(900);
      lengths.add(weeks);
      const first = await days.first().getAttribute('data-day');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.locator(`[data-day="${first}"]`).first().waitFor({ state: 'detached' });
    }
    expect([...lengths]).toEqual(expect.arrayContaining([5, 6]));
  });
});
