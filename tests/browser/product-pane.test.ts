import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { closeSection, goTo, openFirstSection, shown } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';
import helpdesk from '../../testing/documents/helpdesk.md?raw';

/**
 * The product beside the text: its clock, which row is responsible for what, two people, and a
 * scenario that it plays.
 */
describe('the product beside the text', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
    await shown(page);
    await page.locator('.cm-means-entity').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const product = () => page.locator('[data-product]');
  const fromMenu = async (...names: readonly string[]): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    for (const name of names) await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemcheckbox', { name })).click();
  };

  it('a row is shown where it is in the product', async () => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Shift+O');
    await page.locator('.cm-languagePanel input').fill('photo');
    await page.keyboard.press('Enter');
    await page.getByRole('toolbar', { name: 'Table' }).waitFor();
    await page.keyboard.press('Shift+F9');
    await product().getByText('Photo', { exact: true }).waitFor();
    expect(page.url()).toContain('/tickets/');
    // The constants show nowhere by themselves.
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+F9');
    await page.getByText('This row isn’t visible in the product.').first().waitFor();
  });

  it('its clock is set forward: timers fire and are named, and the data can be had as it was', async () => {
    await goTo(page, '/helpdesk/tickets/3');
    await product().locator('article > header').getByText('Resolved').waitFor();
    const clock = page.getByRole('region', { name: 'The product’s clock' });
    await fromMenu('Set the clock forward', 'By a week');
    await clock.getByText('7 days ahead', { exact: false }).waitFor();
    await fromMenu('Set the clock forward', 'By a week');
    await clock.getByText('14 days ahead', { exact: false }).waitFor();
    await product().locator('article > header').getByText('Closed').waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await clock.getByRole('button', { name: 'Ticket “Invoice has the wrong address” is closed' }).click();
    await page.locator('.cm-flash', { hasText: 'after' }).waitFor();
    await page.reload();
    await clock.getByText('14 days ahead', { exact: false }).waitFor();
    await fromMenu('Set the clock forward', 'Reset to now');
    await clock.waitFor({ state: 'detached' });
    await product().locator('article > header').getByText('Closed').waitFor();
    await fromMenu('Reset to sample data');
    await goTo(page, '/helpdesk/tickets/3');
    await product().locator('article > header').getByText('Resolved').waitFor();
    await fromMenu('Set the clock forward', 'To a time…');
    const asked = page.getByRole('dialog', { name: 'Set the clock forward' });
    await asked.getByLabel('New time').fill('2001-01-01T10:00');
    await asked.getByRole('button', { name: 'Set the clock' }).click();
    await asked.getByText('Choose a time in the future', { exact: false }).waitFor();
    await asked.getByLabel('New time').fill(`${new Date().getFullYear() + 2}-01-01T10:00`);
    await asked.getByRole('button', { name: 'Set the clock' }).click();
    await product().locator('article > header').getByText('Closed').waitFor();
    await clock.getByRole('button', { name: 'Go back and restore the data' }).click();
    await clock.waitFor({ state: 'detached' });
    await product().locator('article > header').getByText('Resolved').waitFor();
  });

  it('what is under the pointer names its row, and a press goes there; so does the keyboard', async () => {
    await page.keyboard.press('F9');
    const parts = page.getByRole('navigation', { name: 'Product parts and their rows' });
    await parts.getByRole('button', { name: '3 Entities and their fields: status' }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    const close = product().getByRole('button', { name: 'Close', exact: true });
    await close.hover();
    await parts.locator('[data-lit]').getByText('4 States and transitions: resolved close').waitFor();
    // Only the row is shown: the ticket stays as it is.
    await close.click();
    await page.locator('.cm-flash', { hasText: 'close' }).waitFor();
    await parts.getByRole('button', { name: '2 Screens and routes: section Problem' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.cm-flash', { hasText: 'section Problem' }).waitFor();
    await page.keyboard.press('Escape');
    await parts.waitFor({ state: 'detached' });
    await product().locator('article > header').getByText('Resolved').waitFor();
  });

  it('a scenario is played in the product, row by row, with what changed marked', async () => {
    await goTo(page, '/helpdesk');
    await openFirstSection(page, 'people');
    await page.getByRole('button', { name: /a problem is reported and resolved/ }).click();
    await page.getByRole('button', { name: 'Watch in the product' }).click();
    const caption = page.getByRole('region', { name: 'Scenario a problem is reported and resolved' });
    await caption.getByText('1 of 7').waitFor();
    await caption.getByRole('button', { name: 'Next row' }).click();
    await caption.getByRole('button', { name: 'Next row' }).click();
    await caption.getByText('Mia', { exact: true }).waitFor();
    const watched = page.locator('[data-watched-product]');
    await watched.locator('[data-changed]', { hasText: 'assigned' }).waitFor();
    await watched.getByRole('button', { name: /^Acting as Mia/ }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await caption.getByRole('button', { name: 'Back', exact: true }).click();
    await caption.getByText('refused FORBIDDEN', { exact: false }).waitFor();
    await caption.getByRole('button', { name: 'Back to the product' }).click();
    await product().getByText('Boiler makes a noise').first().waitFor();
    // Its data was its own.
    expect(await product().getByText('Boiler is cold').count()).toBe(0);
    expect(helpdesk).toContain('Boiler is cold');
    await closeSection(page);
  });

  it('two people side by side: what one does, the other sees; who acted first acts again after a reload', async () => {
    await fromMenu('Two people side by side');
    await page.keyboard.press('Escape');
    const second = page.locator('[data-second-product]');
    await second.getByRole('heading', { name: 'My tickets' }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await second
      .getByRole('link', { name: 'Report a problem' })
      .or(second.getByRole('button', { name: 'Report a problem' }))
      .click();
    await second.getByRole('textbox', { name: 'Subject' }).fill('The tap drips');
    await second.getByRole('button', { name: 'Create ticket' }).click();
    await product().getByText('The tap drips').first().waitFor();
    await page.reload();
    await product()
      .getByRole('button', { name: /^Acting as Mia/ })
      .waitFor();
  });

  it('the people to act as are read when the menu opens, not with each change of the document', async () => {
    await page.evaluate(() => {
      const counted = globalThis as unknown as { asked: number };
      counted.asked = 0;
      for (const { prototype } of [Worker, MessagePort]) {
        const post = prototype.postMessage;
        prototype.postMessage = function (this: Worker & MessagePort, ...given: unknown[]) {
          if (JSON.stringify(given[0])?.includes('"actors"')) counted.asked++;
          return Reflect.apply(post, this, given);
        };
      }
    });
    const asked = () => page.evaluate(() => (globalThis as unknown as { asked: number }).asked);
    const menu = product()
      .getByRole('button', { name: /^Acting as/ })
      .first();
    await menu.click();
    await page.getByRole('menuitemradio', { name: /Bo Chen/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const before = await asked();
    expect(before).toBeGreaterThan(0);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    for (const [index, letter] of [...' desk'].entries()) {
      await page.keyboard.type(letter);
      await product()
        .getByText(`Helpdesk${' desk'.slice(0, index + 1)}`.trim(), { exact: true })
        .first()
        .waitFor();
    }
    expect(await asked()).toBe(before);
    await menu.click();
    await page.getByRole('menuitemradio', { name: /Bo Chen/ }).waitFor();
    await expect.poll(asked).toBeGreaterThan(before);
  });
});
