import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { openSection } from '../../testing/browser/places.ts';
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
    await gallery.getByRole('button', { name: 'Details This screen isn’t about a record' }).waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
    await gallery.getByRole('button', { name: /^Board/ }).click();
    const board = page.getByRole('complementary', { name: 'New part of Queue Board' });
    await board.getByRole('checkbox', { name: 'number', exact: true }).click();
    const rows = board.getByRole('list', { name: 'Shows' }).getByRole('listitem');
    const [first, second] = [await rows.nth(0).innerText(), await rows.nth(1).innerText()];
    await rows.nth(1).dragTo(rows.nth(0));
    expect([await rows.nth(0).innerText(), await rows.nth(1).innerText()]).toEqual([second, first]);
    await board.getByRole('checkbox', { name: 'Can be filtered' }).click();
    const written = await board.getByRole('status', { name: 'Preview' }).innerText();
    expect(written).toMatch(/^- board of Ticket by \w+: /);
    await board.getByRole('button', { name: 'Add the part' }).click();
    await saved(written);
    await page.getByText('No errors').waitFor();
  });

  it('adds a list of records, and asks what it means', async () => {
    await openSection(page, 'entities');
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

  it('adds a timer: a length of time from the keyboard, a condition from lists', async () => {
    await openSection(page, 'states');
    const node = page.locator('.react-flow__node[data-id="assigned"]');
    await node.waitFor();
    await node.focus();
    await page.keyboard.press('t');
    const panel = page.getByRole('complementary', { name: 'New Transition' });
    await panel.getByRole('button', { name: /^After a time/ }).click();
    await panel.getByRole('combobox', { name: 'After' }).fill('soon');
    await panel.getByRole('combobox', { name: 'To', exact: true }).fill('open');
    await page.keyboard.press('Enter');
    await panel.getByText('Enter a length of time').waitFor();
    await panel.getByRole('combobox', { name: 'After' }).fill('2 weeks');
    await panel.getByRole('button', { name: 'Add a condition' }).click();
    await panel.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'due', exact: true }).click();
    await panel.getByRole('combobox', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'is before', exact: true }).click();
    await panel
      .getByRole('status', { name: 'Preview' })
      .filter({ hasText: 'A ticket that is assigned becomes open by itself, 14 days later, if due is before now.' })
      .waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
    await panel.getByRole('button', { name: 'Add the row' }).click();
    await saved('| assigned | after `days(14)` | open | | `due < now` | | | |');
    await page.getByText('No errors').waitFor();
  });

  it('adds a rule: chosen as it reads, by keyboard, with its message', async () => {
    await openSection(page, 'rules');
    await page.locator('[data-views=rules]').getByRole('button', { name: 'Rule', exact: true }).click();
    const gallery = page.getByRole('complementary', { name: 'New Rule' });
    await gallery.getByRole('button', { name: /^If, then/ }).focus();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
    await page.keyboard.press('Enter');
    const rule = page.getByRole('complementary', { name: 'New rule If, then' });
    await rule.getByRole('combobox', { name: 'About' }).click();
    await page.getByRole('option', { name: 'Ticket', exact: true }).click();
    const then = rule.getByRole('group', { name: 'Then' });
    await then.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'assignee', exact: true }).click();
    await then.getByRole('combobox', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'is given', exact: true }).click();
    const when = rule.getByRole('group', { name: 'If' });
    await when.getByRole('combobox', { name: 'Value' }).click();
    await page.getByRole('option', { name: 'assigned', exact: true }).click();
    await rule.getByText('For every ticket, if status is “assigned”, then assignee is given.').waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
    await rule.getByRole('textbox', { name: 'Name' }).fill('subject is required');
    await rule.getByText('A rule with this name already exists.').waitFor();
    await rule.getByRole('textbox', { name: 'Name' }).fill('someone has it');
    await rule.getByRole('button', { name: 'Add the rule' }).click();
    await saved('| someone has it | Ticket | `status == "assigned" ? assignee != null : true` | SOMEONE_HAS_IT |');
    await saved('| SOMEONE_HAS_IT | 422 | If status is assigned, assignee must be given. | at assignee |');
    await page.getByText('No errors').waitFor();
    await page.getByRole('complementary', { name: 'Rule someone has it' }).waitFor();
  });

  it('a rule that the examples break is not written, and says which', async () => {
    await page.locator('[data-views=rules]').getByRole('button', { name: 'Rule', exact: true }).click();
    await page.getByRole('button', { name: /^Conditions/ }).click();
    const rule = page.getByRole('complementary', { name: 'New rule Conditions' });
    await rule.getByRole('combobox', { name: 'About' }).click();
    await page.getByRole('option', { name: 'Ticket', exact: true }).click();
    const must = rule.getByRole('group', { name: 'Must hold' });
    await must.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'subject', exact: true }).click();
    await must.getByRole('combobox', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'has at most N characters' }).click();
    await rule
      .getByText(/breaks the rule/)
      .first()
      .waitFor();
    await rule.getByRole('button', { name: 'Add the rule' }).and(page.locator('[aria-disabled=true]')).waitFor();
    expect(opened.problems).toEqual([]);
  });

  it('sets a whole column of permissions at once', async () => {
    await openSection(page, 'roles');
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
