import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** The editor knows the language: the services of the language server, by keyboard. */
describe('the editor of helpdesk', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
    await page.locator('.cm-means-entity').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const panel = () => page.locator('.cm-languagePanel');

  it('goes to a name, shows its places, and gives it another everywhere', async () => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Shift+O');
    await panel().getByRole('textbox').fill('resolve');
    await page.keyboard.press('Enter');
    await panel().waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+F12');
    await panel().getByText('resolve: 6 places').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    const name = panel().getByRole('textbox', { name: 'New name for resolve' });
    await name.fill('assign');
    await page.keyboard.press('Enter');
    await panel().locator('.cm-panelWrong').waitFor();
    await name.fill('settle');
    await page.keyboard.press('Enter');
    await panel().waitFor({ state: 'detached' });
    await page.getByText('No errors').waitFor();
    await expect.poll(() => page.locator('.cm-line', { hasText: '| settle |' }).count()).toBe(1);
  });

  it('offers what may stand at the cursor, and one undo takes a rename back', async () => {
    await page.keyboard.press('Control+z');
    await page.locator('.cm-line', { hasText: '| resolve |' }).waitFor();
    await page.keyboard.press('Control+Shift+O');
    await panel().getByRole('textbox').fill('late');
    await page.keyboard.press('Enter');
    await panel().waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    for (let left = 0; left < 5; left++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' && customer.');
    await page.locator('.cm-tooltip-autocomplete').getByText('email', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  const line = (words: string | RegExp) => page.locator('.cm-line', { hasText: words });

  it('a table is a sheet: rows, columns, and cells from a spreadsheet', async () => {
    await page.keyboard.press('Control+Shift+O');
    await panel().getByRole('textbox').fill('Team');
    await page.keyboard.press('Enter');
    await panel().waitFor({ state: 'detached' });
    const bar = page.getByRole('toolbar', { name: 'Table' });
    await bar.getByRole('button', { name: 'Add a row below' }).click();
    await page.keyboard.type('Archive');
    await page.keyboard.press('Tab');
    await page.keyboard.type('/archive');
    await line('| Archive | /archive |').waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await expect
      .poll(() => page.locator('.cm-line', { hasText: /^\| (Team|Archive) \| \// }).allTextContents())
      .toEqual([expect.stringContaining('Archive'), expect.stringContaining('Team')]);
    await page.keyboard.press('Control+Enter');
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/html', '<table><tr><td>Late</td><td>/late</td></tr><tr><td>Old | done</td><td>/old</td></tr></table>');
      document
        .querySelector('.cm-content')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await line('| Late | /late |').waitFor();
    await page.keyboard.press('Control+z');
    await line('| Late | /late |').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+K');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await page.keyboard.type('Note');
    await line(/^\| Screen \| Note \| Route \|/).waitFor();
  });
});
