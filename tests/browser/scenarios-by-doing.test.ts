import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../testing/browser/commands.ts';
import { closeSection, openFirstSection } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

describe('scenarios by doing', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
    await page.locator('[data-product]').getByRole('heading', { level: 1 }).waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  it('what came of each row is shown behind it, without a press', async () => {
    await page.locator('.cm-row-passed').first().waitFor();
    expect(await page.locator('.cm-row-failed').count()).toBe(0);
    expect(page.workers().filter((one) => one.url().includes('scenario-worker'))).toHaveLength(1);
  });

  it('a step is edited beside its result, which follows', async () => {
    const view = await openFirstSection(page, 'people');
    await view.getByRole('button', { name: /a problem is reported and resolved/ }).click();
    await view.getByRole('button', { name: 'Edit step 2' }).click();
    const expect2 = view.getByRole('combobox', { name: 'Expect' });
    await expect2.fill('');
    await expect2.press('Enter');
    await view.getByRole('listitem').getByRole('img', { name: 'failed' }).first().waitFor();
    await page.locator('.cm-row-failed').first().waitFor();
    await expect2.fill('refused FORBIDDEN');
    await expect2.press('Enter');
    await page.locator('.cm-row-failed').first().waitFor({ state: 'detached' });
    await view.getByRole('listitem').getByRole('img', { name: 'failed' }).first().waitFor({ state: 'detached' });
    await closeSection(page);
  });

  it('acting in the product records a scenario that passes', async () => {
    await runCommand(page, 'Record a scenario');
    const recorded = page.locator('[data-recorded-product]');
    await recorded.getByRole('heading', { level: 1 }).waitFor();
    const caption = page.getByRole('region', { name: 'Recording' });
    await recorded
      .getByRole('button', { name: /^Acting as/ })
      .first()
      .click();
    await page.getByRole('menuitemradio', { name: /Ana/ }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Recorded product’s address' }).fill('/tickets/new');
    await page.keyboard.press('Enter');
    await recorded.getByRole('textbox', { name: /^Subject/ }).fill('The door squeaks');
    await recorded.getByRole('button', { name: /^(Create|Report|Save|Send|Add)/ }).click();
    await caption.getByText('create Ticket as ticket1').waitFor();
    await caption.getByRole('button', { name: 'Wait 1 day' }).click();
    await caption.getByText('wait days(1)').waitFor();
    await caption.getByRole('textbox', { name: 'Title of the scenario' }).fill('a door squeaks');
    await caption.getByRole('button', { name: 'Save as scenario' }).click();
    await page.getByText('“a door squeaks” added to section 1; it passes').waitFor();
    await page.locator('.cm-content').getByText('### Scenario: a door squeaks', { exact: true }).waitFor();
  });

  it('is done by keyboard as several people, and a greyed-out button records its refusal', async () => {
    await runCommand(page, 'Record a scenario');
    const recorded = page.locator('[data-recorded-product]');
    const caption = page.getByRole('region', { name: 'Recording' });
    const becomes = async (name: RegExp): Promise<void> => {
      await recorded
        .getByRole('button', { name: /^Acting as/ })
        .first()
        .press('Enter');
      await page.getByRole('menuitemradio', { name }).press('Enter');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    };
    await becomes(/Ana/);
    await page.getByRole('textbox', { name: 'Recorded product’s address' }).fill('/tickets/new');
    await page.keyboard.press('Enter');
    await recorded.getByRole('textbox', { name: /^Subject/ }).fill('The window sticks');
    await page.keyboard.press('Enter');
    await caption.getByText('create Ticket as ticket1').waitFor();
    await becomes(/Mia/);
    await recorded.getByRole('button', { name: 'Resolve', exact: true }).press('Enter');
    await caption.getByText('refused NO_ANSWER').waitFor();
    await recorded.getByRole('textbox', { name: /^Answer/ }).fill('Try some oil.');
    await page.keyboard.press('Control+Enter');
    await caption.getByText('create Comment').waitFor();
    await recorded.getByRole('button', { name: 'Resolve', exact: true }).press('Enter');
    await caption.getByText('ticket1.status == "resolved"').waitFor();
    await becomes(/Ana/);
    await recorded.getByRole('button', { name: 'Reopen', exact: true }).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^Reason/ })
      .fill('It sticks again.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).press('Enter');
    await caption.getByText('reopen ticket1').waitFor();
    await caption.getByRole('textbox', { name: 'Title of the scenario' }).fill('a window sticks');
    await page.keyboard.press('Enter');
    await page.getByText('“a window sticks” added to section 1; it passes').waitFor();
    expect(opened.problems).toEqual([]);
  });
});
