import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** Everything that the workbench does, by its name. */
describe('the palette of the workbench', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
    await page.locator('[data-product] h1').getByText('Queue').waitFor();
    await page.locator('.cm-content').click();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const palette = () => page.getByRole('combobox', { name: 'Search the workbench or run a command' });
  const gone = () => palette().waitFor({ state: 'detached' });
  const focused = (selector: string) =>
    expect.poll(() => page.evaluate((it) => document.activeElement?.matches(it) === true, selector)).toBe(true);
  const open = async () => {
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await focused('[role=combobox]');
  };
  /** Asks for something and takes the first that is named so. */
  const take = async (words: string, label: string | RegExp) => {
    await open();
    await page.keyboard.type(words);
    const first = page.getByRole('option', { selected: true });
    await expect.poll(() => first.innerText()).toMatch(label);
    await page.keyboard.press('Enter');
    await gone();
  };

  it('opens where the text has the focus, closes with the same key, and gives the focus back', async () => {
    await open();
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await gone();
    await focused('.cm-content');
    await open();
    await page.keyboard.press('Escape');
    await gone();
    await focused('.cm-content');
  });

  it('names keys beside what they do, and says why something cannot be done', async () => {
    await open();
    await page.keyboard.type('export all');
    const option = page.getByRole('option', { name: /^Export all documents/ });
    await option.getByText('no documents of your own').waitFor();
    expect(await option.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    await palette().fill('align');
    await expect
      .poll(() =>
        page
          .getByRole('option', { name: /^Format/ })
          .locator('kbd')
          .allInnerTexts(),
      )
      .toEqual(['Shift', 'Alt', 'F']);
    await palette().fill('qqqq');
    await page.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await gone();
  });

  it('inserts what the notation has', async () => {
    await take('insert a const', /^Insert a constant/);
    await page.locator('.cm-content').getByText('| LIMIT').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.cm-content').getByText('| LIMIT').count()).toBe(0);
  });

  it('does at the cursor what a key of the editor does', async () => {
    await take('find repl', /^Find and replace/);
    await focused('.cm-search input[name=search]');
    await page.keyboard.press('Escape');
    await focused('.cm-content');
  });

  it('goes to a name of the document', async () => {
    await take('response_high', /^RESPONSE_HIGH/);
    await focused('.cm-content');
    await page.locator('.cm-activeLine').getByText('RESPONSE_HIGH').first().waitFor();
  });

  it('lets another person act in the product', async () => {
    await take('act carl', /^Act as Carl Ek/);
    await page
      .locator('[data-product]')
      .getByRole('button', { name: /Carl Ek/ })
      .first()
      .waitFor();
    await open();
    await page.keyboard.type('act carl');
    await page
      .getByRole('option', { name: /^Act as Carl Ek/ })
      .getByText('current person')
      .waitFor();
    await page.keyboard.press('Escape');
    await gone();
  });

  it('finds what is hardly spelled: two people side by side', async () => {
    await take('tpsbs', /^Two people side by side/);
    const second = page.getByRole('region', { name: 'The product for a second person' });
    await second.waitFor();
    await take('one person', /^One person/);
    await second.waitFor({ state: 'detached' });
  });

  it('opens a view by its section, and a list of problems', async () => {
    await take('view states', /^View 4:/);
    await page.locator('[data-views=states]').waitFor();
    await focused('[data-views=states] h2');
    await take('assumed', /^Assumed/);
    await page
      .locator('[data-problems][data-open]')
      .getByRole('button', { name: /^Assumed/, expanded: true })
      .waitFor();
  });

  it('leaves the product its own', async () => {
    await take('close view', /^Open or close the view/);
    await page.locator('[data-views]').waitFor({ state: 'detached' });
    await page
      .locator('[data-product]')
      .getByRole('button', { name: /Carl Ek/ })
      .first()
      .focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
    // The key pressed in it is still the product's.
    await page.keyboard.press('Control+k');
    expect(await palette().count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor({ state: 'detached' });
  });

  it('is a button too, and is in the list of keys', async () => {
    await page.getByRole('button', { name: /^Search the workbench or run a command/ }).click();
    await palette().fill('keys');
    await page.getByRole('option', { name: /^Keyboard shortcuts/ }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search or run a command').waitFor();
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await gone();
  });
});
