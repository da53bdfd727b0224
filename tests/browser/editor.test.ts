import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../testing/browser/commands.ts';
import { closeSection, openFirstSection } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/**
 * The editor knows the language: the services of the language server, by keyboard. What it shows is
 * read with ease, and so are a diagram and the product of a second person beside it.
 */
describe('the editor of helpdesk', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
    await page.locator('.cm-means-entity').first().waitFor();
    await page.locator('.cm-row-passed').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const row = (text: string) => page.locator('.cm-line').filter({ hasText: text }).first();

  it('a table is a grid until the cursor is in it, and plain text where one prefers', async () => {
    const wants = row('| customer |').locator('.cm-gridCell').nth(1);
    const head = row('| Person |').locator('.cm-gridCell').nth(1);
    const left = async (one: typeof head): Promise<number> => Math.round((await one.boundingBox())?.x ?? -1);
    await expect.poll(async () => (await left(wants)) - (await left(head))).toBe(0);
    // The text is what it was.
    expect(await row('| customer |').textContent()).toContain('| customer | report a problem');
    await wants.click();
    await row('| customer |').locator('.cm-gridCell').waitFor({ state: 'detached' });
    expect(await page.locator('.cm-gridRow').count()).toBeGreaterThan(0);
    await row('The company sells').click();
    await row('| customer |').locator('.cm-gridCell').first().waitFor();
    // A row without its last cells keeps to the columns of the others.
    await page.getByRole('button', { name: /^4 ?States/ }).click();
    const short = row('| ticket | Ticket on delete cascade').locator('.cm-gridCell').nth(2);
    const required = page.locator('.cm-tableHead:has(+ .cm-gridRule + .cm-line:text("| ticket | Ticket"))').locator('.cm-gridCell').nth(2);
    await expect.poll(async () => (await left(short)) - (await left(required))).toBe(0);
    await runCommand(page, 'Tables always as plain text');
    await page.locator('.cm-gridRow').first().waitFor({ state: 'detached' });
    await runCommand(page, 'Tables as grids');
    await page.locator('.cm-gridRow').first().waitFor();
  });

  it('F1 opens the notation at what is at the cursor, and Escape goes back to it', async () => {
    await page.getByRole('button', { name: /^2 ?Screens/ }).click();
    await row('list of Ticket').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('F1');
    const notation = page.getByRole('complementary', { name: 'Notation' });
    await notation.getByRole('region', { name: '2. Screens and routes' }).waitFor();
    await notation.locator('[data-lit]').filter({ hasText: 'list of E' }).waitFor();
    await page.keyboard.press('Escape');
    await notation.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.closest('.cm-editor') !== null)).toBe(true);
  });

  it('Tab accepts a completion', async () => {
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- bo');
    // While the completions are on their way, Tab keeps the focus in the text.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.cm-editor') !== null)).toBe(true);
    const offered = page.locator('.cm-tooltip-autocomplete [aria-selected]');
    // A completion that has just come takes no key at once; on a slow machine it may have come
    // before the first Tab.
    await expect
      .poll(async () => {
        if ((await offered.count()) > 0) await page.keyboard.press('Tab');
        return page.locator('.cm-activeLine').textContent();
      })
      .toMatch(/- bo\w/);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
  });

  it('only what is missing has a mark, and nothing is cut off at 1024 pixels', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const strip = page.getByRole('toolbar', { name: 'Sections' });
    expect(await strip.locator('svg').count()).toBe(0);
    // The lists scroll by themselves; what opens them stays in sight.
    const cut = await page.evaluate(() => {
      const bar = document.querySelector('[data-problems] > div') as HTMLElement;
      const last = [...bar.querySelectorAll('button')].at(-1);
      return (last?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY) > bar.getBoundingClientRect().right ? 1 : 0;
    });
    expect(cut).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('a diagram beside its inspector has guards in words and labels of eleven pixels', async () => {
    await openFirstSection(page, 'states');
    await page.locator('[data-diagram="ready"]').waitFor();
    await page.locator('.react-flow__edge').getByText(/^if /).first().waitFor({ state: 'attached' });
    await page.locator('.react-flow__node[data-id="assigned"]').click();
    await page.getByRole('heading', { name: 'assigned' }).waitFor();
    const smallest = () =>
      page.evaluate(() => {
        const scale = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport') as Element).transform).a;
        const texts = [...document.querySelectorAll('.react-flow__viewport text')];
        return texts.length === 0 ? 0 : Math.min(...texts.map((one) => Number.parseFloat(getComputedStyle(one).fontSize) * scale));
      });
    await expect.poll(smallest).toBeGreaterThanOrEqual(10.99);
  });

  it('“Why?” opens in the product of the second person too', async () => {
    await runCommand(page, 'Two people side by side');
    const second = page.locator('[data-second-product]');
    await second
      .getByRole('button', { name: /^Acting as/ })
      .first()
      .click();
    await page.getByRole('menuitemradio', { name: /Ana/ }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const address = page.getByRole('textbox', { name: 'Address for the second person' });
    await address.fill('/tickets/3');
    await page.keyboard.press('Enter');
    await second.getByRole('button', { name: 'Why?' }).first().click();
    await second.getByRole('region', { name: 'Why this was refused' }).waitFor();
    expect(opened.problems).toEqual([]);
    await runCommand(page, 'One person');
    await second.waitFor({ state: 'detached' });
    await closeSection(page);
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
