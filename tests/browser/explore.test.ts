import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

describe('exploring in the workbench', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
    await page
      .locator('[data-problems]')
      .getByRole('button', { name: /^Explore/ })
      .click();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const problems = () => page.locator('[data-problems]');
  const ask = async (question: string): Promise<void> => {
    await problems().getByLabel('Can this ever be true?').fill(question);
    await page.keyboard.press('Enter');
  };

  it('says what is wrong with a question', async () => {
    await ask('Tickt: true');
    await problems().getByText('There is no entity Tickt.').waitFor();
  });

  it('answers a question with the steps that lead there, which can be played', async () => {
    await ask('Ticket: status == "closed" && assignee == null');
    await problems().getByText('Yes', { exact: true }).waitFor();
    await problems().getByRole('button', { name: 'Play in the product' }).click();
    await page
      .getByRole('region', { name: 'Scenario can happen' })
      .getByText(/^\d of \d$/)
      .waitFor();
    await page.locator('[data-watched-product]').waitFor();
  });

  it('writes the steps into section 1', async () => {
    await problems().getByRole('button', { name: 'Add as a scenario' }).click();
    await page.locator('.cm-content').getByText('### Scenario: can happen', { exact: true }).waitFor();
    await expect.poll(() => problems().getByText('No errors').count()).toBe(1);
  });

  it('stops when asked to, and shows what was found until then', async () => {
    // A search ends by itself after a while: then there is nothing left to stop.
    await page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>('[data-problems] button'))
        if (button.textContent === 'Stop') button.click();
    });
    await problems()
      .getByText(/^Search (not )?complete: /)
      .waitFor();
  });

  it('walks through the states: a step, the next world, and back', async () => {
    await page.goto(`${opened.url}/?section=states#/helpdesk`);
    const view = page.locator('[data-views="states"]');
    await view.getByRole('button', { name: 'Walk through it' }).click();
    const panel = view.getByRole('complementary', { name: 'Walk Ticket' });
    await panel.getByText('Only people so far.').waitFor();
    await panel
      .getByRole('button', { name: /^Ana: create Ticket as ticket1/ })
      .first()
      .click();
    await panel.getByText('ticket1', { exact: true }).first().waitFor();
    await panel.getByRole('button', { name: 'Bo: assign ticket1 with {"assignee": Bo}' }).click();
    await panel.getByRole('listitem').filter({ hasText: 'ticket1' }).filter({ hasText: 'assigned' }).first().waitFor();
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('listitem').filter({ hasText: 'ticket1' }).filter({ hasText: 'open' }).first().waitFor();
    expect(await panel.getByRole('button', { name: 'Start again' }).count()).toBe(1);
  });

  it('copies a link that opens the document and plays the steps', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('complementary', { name: 'Walk Ticket' }).getByRole('button', { name: 'Copy a link' }).click();
    await page.getByText(/^Link copied\. It contains the whole document with these steps/).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\?play=\d+$/);
    const other = await page.context().browser()?.newContext();
    const received = await other?.newPage();
    if (received === undefined) throw new Error('no second browser context');
    await received.goto(link);
    await received.getByRole('button', { name: 'Open', exact: true }).click();
    await received
      .getByRole('region', { name: 'Scenario walk' })
      .getByText(/^\d of \d$/)
      .waitFor();
    await other?.close();
  });
});
