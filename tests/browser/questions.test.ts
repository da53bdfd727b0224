import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/**
 * From a document that says nothing to a product that keeps records, by its questions alone and by
 * keyboard alone.
 */
describe('the questions of a document that says nothing', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/unidentified`);
  });

  afterAll(async () => {
    await opened?.close();
  });

  const question = (words: string | RegExp) => page.locator('[data-problems] ol > li').filter({ hasText: words });

  it('a place in the product that is not known leads to its question', async () => {
    await page
      .locator('[data-product]')
      .getByRole('button', { name: /^Fill in: .*fields/i })
      .click();
    await question('What does the product keep records of?').getByRole('textbox').waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('[data-question]')?.textContent?.includes('keep records of'));
  });

  it('asks first what is kept, and says what it cannot take', async () => {
    const records = question('What does the product keep records of?');
    await records.getByRole('textbox').fill('123');
    await page.keyboard.press('Enter');
    await records.getByRole('alert').waitFor();
    await records.getByRole('textbox').fill('boats, bookings');
    await page.keyboard.press('Enter');
    await page.locator('.cm-content').getByText('### Boat', { exact: true }).waitFor();
  });

  it('goes on with the next question, and the product follows', async () => {
    const fields = question('What do you record about each boat');
    await fields.waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('[data-problems] ol > li') !== null);
    await fields.getByRole('textbox').fill('length, price: money');
    await page.keyboard.press('Enter');
    await question('Who uses the product?').getByRole('button', { name: 'Anyone, without signing in' }).click();
    const product = page.locator('[data-product]');
    await product
      .getByRole('link', { name: 'New boat' })
      .or(product.getByRole('button', { name: 'New boat' }))
      .first()
      .click();
    await product.getByRole('textbox', { name: /^Name/ }).fill('Albatross');
    await product.getByRole('button', { name: /^(Create|Save|Add)/ }).click();
    await product.getByText('Albatross').first().waitFor();
    await expect.poll(() => page.locator('[data-problems]').getByText('No errors').count()).toBe(1);
  });
});
