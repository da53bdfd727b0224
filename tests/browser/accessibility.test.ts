import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblemsInLightAndDark } from '../../testing/browser/axe.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/**
 * axe-core finds nothing: in the workbench, with all that it can open. The screens of products:
 * screens.test.ts.
 */
describe('in the light and in the dark', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench({ context: { colorScheme: 'light' } });
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
    await product().getByText('Boiler makes a noise').first().waitFor();
    await page.locator('.cm-means-entity').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const product = () => page.locator('[data-product]');
  /** `within`: what has opened, where an earlier look covers the page around it. */
  const clean = async (within = 'html'): Promise<void> => expect(await axeProblemsInLightAndDark(page, { within })).toEqual([]);

  async function openList(list: string): Promise<void> {
    const tab = page.getByRole('button', { name: new RegExp(`^${list}`) });
    if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
  }

  it('the workbench, its lists and its panels', async () => {
    await clean();
    for (const list of ['Findings', 'Questions', 'Missing', 'Assumed']) {
      await openList(list);
      await clean('[data-problems]');
    }
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+f');
    await page.locator('.cm-search').waitFor();
    await clean('.cm-editor');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+O');
    await page.locator('.cm-languagePanel input').fill('resolve');
    await clean('.cm-languagePanel');
    await page.keyboard.press('Enter');
    // The cursor is in a table now: its bar is there.
    await page.getByRole('toolbar', { name: 'Table' }).waitFor();
    await clean();
    await page.keyboard.press('Shift+F12');
    await page.locator('.cm-choices').waitFor();
    await clean('.cm-choices');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await page.locator('.cm-languagePanel form').waitFor();
    await clean('.cm-languagePanel');
    await page.keyboard.press('Escape');
  });

  it('the notation beside the text, and the list of keys', async () => {
    await page.keyboard.press('F1');
    const notation = page.getByRole('complementary', { name: 'Notation' });
    await notation.locator('table').first().waitFor();
    await clean();
    await page.keyboard.press('Escape');
    await notation.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settings' }).focus();
    await page.keyboard.press('F1');
    await page.getByRole('dialog').getByText('Add a row below; with Shift above').waitFor();
    await clean('[role=dialog]');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('open menus, and menus in menus', async () => {
    const closed = (): Promise<void> => page.getByRole('menu').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Document:/ }).click();
    await page.getByRole('menuitem', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Blank document', exact: true }).waitFor();
    await clean('[role=menu]');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await closed();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: /^Keyboard shortcuts/ }).waitFor();
    await clean('[role=menu]');
    await page.keyboard.press('Escape');
    await closed();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Set the clock forward' }).click();
    await page.getByRole('menuitem', { name: 'By a week' }).waitFor();
    await clean('[role=menu]');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await closed();
    await product().getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click();
    await page.getByRole('checkbox', { name: 'open' }).waitFor();
    await clean();
    await page.keyboard.press('Escape');
    await closed();
  });

  it('a document that says nothing', async () => {
    await page.goto(`${opened.url}/#/unidentified`);
    await product().getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    for (const list of ['Questions', 'Missing', 'Assumed']) {
      await openList(list);
      await clean(list === 'Questions' ? 'html' : '[data-problems]');
    }
  });
});
