import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { openSection } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** Expressions in the views: completed by keyboard, read in words, written without backticks. */
describe('fields that hold an expression', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/?section=rules#/helpdesk`);
  });

  afterAll(async () => {
    await opened?.close();
  });

  const saved = async (saying: string): Promise<void> => {
    await page.waitForFunction(
      (words) => (JSON.parse(localStorage.getItem('ninefold/document/helpdesk') ?? '{}').text ?? '').includes(words),
      saying,
    );
  };
  const chosen = (name: string): Locator => page.locator('[role=option][data-highlighted]').filter({ hasText: name });
  const options = (): Locator => page.getByRole('option');
  const reads = (words: string): Locator => page.locator('[data-reads]').filter({ hasText: words });

  it('completes a rule by keyboard: Tab and Enter write, Escape closes, then takes back', async () => {
    await openSection(page, 'rules');
    await page.locator('[data-views=rules]').getByText('subject is short').click();
    const must = page.getByRole('combobox', { name: 'Must hold' });
    await must.focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' && su');
    await chosen('subject').waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await chosen('sum').waitFor();
    await page.keyboard.press('ArrowUp');
    await chosen('subject').waitFor();
    await page.keyboard.press('Tab');
    await options().first().waitFor({ state: 'detached' });
    expect(await must.inputValue()).toBe('size(subject) <= MAX_SUBJECT && subject');
    await page.keyboard.type(' != nu');
    await chosen('number').waitFor();
    await page.keyboard.press('Escape');
    await options().first().waitFor({ state: 'detached' });
    await page.keyboard.type('ll');
    await reads('For every ticket, the length of subject is at most MAX_SUBJECT and subject is given.').waitFor();
    await page.keyboard.press('Enter');
    // What is typed before the product has followed stays.
    await must.fill('size(subject) <');
    await saved('`size(subject) <= MAX_SUBJECT && subject != null`');
    await page
      .locator('[data-views=rules] li')
      .filter({ hasText: /subject is short.*null/ })
      .waitFor();
    expect(await must.inputValue()).toBe('size(subject) <');
    await page.keyboard.press('Escape');
    await expect.poll(() => must.inputValue()).toBe('size(subject) <= MAX_SUBJECT && subject != null');
    await page.keyboard.press('Escape');
    await must.waitFor({ state: 'detached' });
  });

  it('offers values and fields of what comes before, where the caret is, also from the mouse', async () => {
    await openSection(page, 'states');
    const edge = page.getByRole('group', { name: /^assign: from open to assigned/ });
    await edge.waitFor({ state: 'attached' });
    await edge.focus();
    await page.keyboard.press('Enter');
    const guard = page.getByRole('combobox', { name: 'Guard' });
    await guard.fill('status == ');
    await page.keyboard.type('"');
    await options().filter({ hasText: 'resolved' }).click();
    await expect.poll(() => guard.inputValue()).toBe('status == "resolved');
    await page.keyboard.type('" || assignee.');
    await options().filter({ hasText: 'email' }).waitFor();
    await page.keyboard.type('ro');
    await chosen('role').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' != "customer"');
    await reads('status is “resolved” or assignee’s role is not “customer”').waitFor();
    await guard.press('Enter');
    await saved('`status == "resolved" \\|\\| assignee.role != "customer"`');
    expect(await guard.inputValue()).toBe('status == "resolved" || assignee.role != "customer"');
  });

  it('completes a permission that depends, and says what is wrong with nothing', async () => {
    await openSection(page, 'roles');
    await page.locator('[data-views=roles] table button').filter({ hasText: /^yes$/i }).first().click();
    await page
      .getByRole('radio', { name: 'When…' })
      .or(page.getByRole('button', { name: 'When…' }))
      .first()
      .click();
    const when = page.getByRole('combobox', { name: 'When' });
    await when.focus();
    await page.keyboard.press('Control+Space');
    await options().first().waitFor();
    expect(await options().filter({ hasText: /^yes/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await options().first().waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByText('Enter a condition, such as owner == me.').waitFor();
    // What is written alike comes before what has other capitals.
    await when.fill('createdBy == m');
    await expect.poll(() => options().first().innerText()).toMatch(/^m/);
    await page.keyboard.type('e');
    await options().first().waitFor({ state: 'detached' });
    await when.fill('createdBy == m');
    await chosen('me').waitFor();
    await page.keyboard.press('Enter');
    await reads('created by is the person acting').waitFor();
    await page.keyboard.press('Enter');
    await saved('`createdBy == me`');
  });

  it('writes a new rule and a new step without backticks', async () => {
    await openSection(page, 'rules');
    await page.locator('[data-views=rules]').getByRole('button', { name: 'Rule', exact: true }).click();
    await page.getByRole('button', { name: 'Write an expression' }).click();
    await page.getByRole('textbox', { name: 'Rule' }).fill('never late');
    await page.getByRole('combobox', { name: 'On' }).fill('Ticket');
    const must = page.getByRole('combobox', { name: 'Must hold' });
    await must.focus();
    await page.keyboard.type('nev');
    await chosen('never').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('size(subj');
    await chosen('subject').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(') == 0');
    await reads('For every ticket, it is never true that subject is empty.').waitFor();
    await page.keyboard.press('Enter');
    await saved('never `size(subject) == 0`');
  });

  it('shows only some of the records in a new part', async () => {
    await openSection(page, 'screens');
    const node = page.locator('.react-flow__node[data-id="Queue"]');
    await node.waitFor();
    await node.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a part' }).click();
    await page.getByRole('button', { name: /^Figure/ }).click();
    const panel = page.getByRole('complementary', { name: 'New part of Queue Figure' });
    await panel.getByRole('combobox', { name: 'Of' }).click();
    await page.getByRole('option', { name: 'Ticket', exact: true }).click();
    await panel.getByRole('button', { name: 'Add a condition' }).click();
    await panel.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'assignee', exact: true }).click();
    await panel.getByRole('combobox', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'is the person acting', exact: true }).click();
    await panel.getByRole('button', { name: 'Add the part' }).click();
    await saved('- figure "Tickets": `size(Ticket.filter(one, one.assignee == me))`');
    expect(opened.problems).toEqual([]);
  });
});
