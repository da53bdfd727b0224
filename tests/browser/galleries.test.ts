import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** Parts and field types are chosen from pictures, and what they write has no error. */
describe('the galleries', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
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

  it('adds a board to a screen: fields ticked and put in order, options ticked', async () => {
    await page.goto(`${opened.url}/?section=screens#/helpdesk`);
    const node = page.locator('.react-flow__node[data-id="Queue"]');
    await node.waitFor();
    await node.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a part' }).click();
    const gallery = page.getByRole('complementary', { name: 'New part Queue' });
    // A part about one record has no place on a screen about none, and says so.
    await gallery.getByRole('button', { name: 'Details This screen is about no record' }).waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
    await gallery.getByRole('button', { name: /^Board/ }).click();
    const board = page.getByRole('complementary', { name: 'New part of Queue Board' });
    await board.getByRole('checkbox', { name: 'number', exact: true }).click();
    const rows = board.getByRole('list', { name: 'Shows' }).getByRole('listitem');
    const [first, second] = [await rows.nth(0).innerText(), await rows.nth(1).innerText()];
    await rows.nth(1).dragTo(rows.nth(0));
    expect([await rows.nth(0).innerText(), await rows.nth(1).innerText()]).toEqual([second, first]);
    await board.getByRole('checkbox', { name: 'Can be filtered' }).click();
    const written = await board.locator('pre').innerText();
    expect(written).toMatch(/^- board of Ticket by \w+: /);
    await board.getByRole('button', { name: 'Add the part' }).click();
    await saved(written);
    await page.getByText('No errors').waitFor();
  });

  it('adds a list of records, and asks what it means', async () => {
    await page.goto(`${opened.url}/?section=entities#/helpdesk`);
    const node = page.locator('.react-flow__node[data-id="User"]');
    await node.waitFor();
    await node.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a field' }).click();
    const panel = page.getByRole('complementary', { name: 'New Field of User' });
    await panel.getByRole('textbox', { name: 'Name' }).fill('followed');
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
    await panel.getByRole('button', { name: 'List of Ticket' }).click();
    await panel.getByRole('button', { name: 'Add the field' }).click();
    await panel.getByText('Choose what the list means.').waitFor();
    await panel.getByRole('radio', { name: 'Can be in several' }).click();
    await panel.getByRole('button', { name: 'Add the field' }).click();
    await saved('| followed | list of Ticket |');
    await page.getByText('No errors').waitFor();
    expect(opened.problems).toEqual([]);
  });

  it('sets a whole column of permissions at once', async () => {
    await page.goto('about:blank');
    await page.goto(`${opened.url}/?section=roles#/helpdesk`);
    const view = page.locator('[data-views=roles]');
    const table = view.getByRole('table', { name: 'Comment' });
    await table.getByRole('button', { name: 'agent', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'agent may Comment: everything' });
    await panel.getByRole('button', { name: 'No to all' }).click();
    await view.getByRole('button', { name: 'agent, Comment: create: no' }).waitFor();
    await view.getByRole('button', { name: 'agent, Comment: read: no' }).waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
    expect(opened.problems).toEqual([]);
  });
});
