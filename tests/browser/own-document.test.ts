import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

describe('a document of one’s own', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
    await page.locator('.cm-content').waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const top = (one: Page) => one.locator('.cm-line').first();

  it('a changed example becomes a document under a name, and the example is as it came', async () => {
    await top(page).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' of mine');
    // The new name makes the menu wider, which moves the button beside it.
    await page.getByRole('button', { name: /^Document: Helpdesk of mine/ }).waitFor();
    await page.getByRole('button', { name: 'Make it my own…' }).click();
    await page.getByRole('textbox', { name: 'Name of the product' }).fill('Bicycle shop');
    await page.getByRole('button', { name: 'Create document' }).click();
    await page.waitForURL(/#\/bicycle-shop/);
    await page.locator('.cm-line').filter({ hasText: '# Specification: Bicycle shop' }).waitFor();
    await page.getByRole('button', { name: /^Document: Bicycle shop/ }).click();
    await page.getByRole('menuitemradio', { name: /^Helpdesk/ }).click();
    await page
      .locator('.cm-line')
      .filter({ hasText: /^# Specification: Helpdesk$/ })
      .waitFor();
  });

  it('undo takes back one’s own typing, not that of another tab', async () => {
    await page.goto(`${opened.url}/#/bicycle-shop`);
    await page.locator('.cm-line').filter({ hasText: 'Bicycle shop' }).waitFor();
    const other = await opened.context.newPage();
    other.setDefaultTimeout(60_000);
    await other.goto(`${opened.url}/#/bicycle-shop`);
    await other.locator('.cm-line').filter({ hasText: 'Bicycle shop' }).waitFor();
    await top(page).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' one');
    await other.locator('.cm-line').filter({ hasText: 'Bicycle shop one' }).waitFor();
    await other.locator('.cm-content').click();
    await other.keyboard.press('Control+End');
    await other.keyboard.type('Two.');
    await page.waitForFunction(() => document.querySelector('[data-plain-text]') === null);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('ninefold/document/bicycle-shop')?.includes('Two.'))).toBe(true);
    await page.bringToFront();
    await top(page).click();
    // On a slow machine the letters, half a second apart, are undone one by one.
    const undone = page.locator('.cm-line').filter({ hasText: /^# Specification: Bicycle shop$/ });
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+z');
        return undone.count();
      })
      .toBe(1);
    await page.keyboard.press('Control+End');
    await page.locator('.cm-line').filter({ hasText: 'Two.' }).waitFor();
  });
});
