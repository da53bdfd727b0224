import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SectionName } from '../../src/model/ast/common.ts';
import { packText } from '../../src/workbench/share/share-link.ts';
import { sharedPrefix } from '../../src/workbench/share/shared-prefix.ts';
import { axeProblems } from '../../testing/browser/axe.ts';
import { openSection } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';
import helpdesk from '../../testing/documents/helpdesk.md?raw';

/**
 * The views that are tables and lists, each a way to write the text: permissions, scenarios, rules,
 * calls, errors, constants; links and history.
 */
describe('the tables of meaning', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${opened.url}/?section=roles#/helpdesk`);
  });

  afterAll(async () => {
    await opened?.close();
  });

  /** The text as the browser keeps it, once it says this. */
  const kept = async (saying: string): Promise<string> => {
    await page.waitForFunction(
      (words) => localStorage.getItem('ninefold/document/helpdesk')?.includes(words),
      JSON.stringify(saying).slice(1, -1),
    );
    return await page.evaluate(() => JSON.parse(localStorage.getItem('ninefold/document/helpdesk') ?? '{}').text);
  };
  const open = async (section: SectionName): Promise<Locator> => {
    const view = await openSection(page, section);
    await view.getByRole('button').nth(3).waitFor();
    return view;
  };

  it('a cell of section 6 is changed by keyboard alone, and with it one row', async () => {
    const view = await open('roles');
    const cell = view.getByRole('button', { name: 'agent, Ticket: delete: no' });
    await cell.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'manager, Ticket: delete: yes');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'agent may Ticket: delete' });
    await panel.getByRole('radio', { name: 'No' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const text = await kept('| Ticket: delete | no | no | yes | yes |');
    expect(text.replace('| Ticket: delete | no | no | yes | yes |', '| Ticket: delete | no | no | no | yes |')).toBe(helpdesk);
    await view.getByRole('button', { name: 'agent, Ticket: delete: yes' }).waitFor();
    // The page around the view too; the other views have the same one.
    expect(await axeProblems(page)).toEqual([]);
  });

  it('who can ever do something is explained', async () => {
    const view = await open('roles');
    await view.getByRole('button', { name: 'reopen', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Who can ever do this Ticket: reopen' });
    await panel.getByText('section 4 names customer, manager only').first().waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
  });

  it('scenarios run, all or row by row', async () => {
    const view = await open('people');
    await view.getByRole('button', { name: 'Run all' }).click();
    await view.getByText(/^\d+ passed, 0 failed$/).waitFor();
    await view.getByRole('button', { name: /a problem is reported and resolved/ }).click();
    const panel = page.getByRole('complementary', { name: 'Scenario a problem is reported and resolved' });
    await panel.getByText('Ticket t: create', { exact: false }).waitFor();
    for (let row = 0; row < 6; row++) await panel.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => panel.getByRole('img', { name: 'passed' }).or(panel.getByLabel('passed')).count()).toBe(1);
    await panel.getByRole('button', { name: 'Next row' }).click();
    await panel.getByLabel('passed').nth(1).waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
  });

  it('values are tried against the rules while they are typed', async () => {
    const view = await open('rules');
    await view.getByRole('button', { name: 'Try values of Ticket' }).click();
    const panel = page.getByRole('complementary', { name: 'Try values of Ticket' });
    await panel.getByText('All checked rules hold.').waitFor();
    await panel.getByRole('textbox', { name: 'Subject' }).fill(' ');
    await panel.getByText('Say what the problem is.').first().waitFor();
    await view.getByLabel('broken').waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
  });

  it('a call is sent, and answered as a server answers it', async () => {
    const view = await open('calls');
    await view.getByRole('button', { name: /^POST \/api\/tickets create/ }).click();
    const panel = page.getByRole('complementary', { name: 'Call POST /api/tickets' });
    await panel.getByRole('textbox', { name: 'Body' }).fill('{"subject": "The tap drips"}');
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByRole('status').filter({ hasText: '201' }).waitFor();
    await panel.getByRole('region', { name: 'Answer' }).getByText('"subject": "The tap drips"').waitFor();
    await panel.getByRole('textbox', { name: 'Body' }).fill('{"subject": ""}');
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByRole('status').filter({ hasText: '422' }).waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
  });

  it('an error shows how it looks, and a constant where it is used; both are changed in place', async () => {
    const errors = await open('errors');
    await errors.getByRole('button', { name: 'SUBJECT_TOO_LONG' }).click();
    const error = page.getByRole('complementary', { name: 'Error SUBJECT_TOO_LONG' });
    await error.getByText('The subject can have at most 120 characters.').waitFor();
    await error.getByRole('button', { name: '5 Validation rules: subject is short' }).waitFor();
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
    const constants = await open('constants');
    await constants.getByRole('button', { name: 'DAILY_LIMIT' }).click();
    const constant = page.getByRole('complementary', { name: 'Constant DAILY_LIMIT' });
    await constant
      .getByRole('combobox', { name: 'Value' })
      .or(constant.getByRole('textbox', { name: 'Value' }))
      .fill('30');
    await page.keyboard.press('Enter');
    await kept('| DAILY_LIMIT | 30 | tickets | |');
    expect(await axeProblems(page, { within: '[data-views]' })).toEqual([]);
  });

  it('the history says what changed in behaviour, and brings a text back', async () => {
    await page.getByRole('button', { name: /^Document:/ }).click();
    await page.getByRole('menuitem', { name: 'History…' }).click();
    const dialog = page.getByRole('dialog', { name: 'History of Helpdesk' });
    // A slow run saves a version each minute; only the oldest precedes all of the changes.
    await dialog.getByRole('combobox', { name: 'Version' }).click();
    await page.getByRole('option').last().click();
    await dialog.getByText('the constant DAILY_LIMIT').waitFor();
    await dialog.getByText('agent may: Ticket: delete').waitFor();
    expect(await axeProblems(page, { within: '[role=dialog]' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await kept('| DAILY_LIMIT | 20 | tickets | |');
  });

  it('a link carries the document to another browser, which keeps it when asked', async () => {
    await page.getByRole('button', { name: /^Document:/ }).click();
    await page.getByRole('menuitem', { name: 'Copy share link' }).click();
    await page.getByText('Link copied.', { exact: false }).first().waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await opened.browser.newContext();
    try {
      const there = await other.newPage();
      there.setDefaultTimeout(60_000);
      await there.goto(link);
      await there
        .getByText(/which was already in this browser/)
        .first()
        .waitFor();
      const own = `${opened.url}/#/${sharedPrefix}${await packText('# Specification: Mine\n\n## 1. What it does\n\nIt is mine.\n')}`;
      await there.goto('about:blank');
      await there.goto(own);
      const dialog = there.getByRole('dialog', { name: /^Open “/ });
      await dialog.getByRole('button', { name: 'Don’t open' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await there.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('ninefold/document/')))).toEqual([]);
      await there.goto('about:blank');
      await there.goto(own);
      await dialog.getByRole('button', { name: 'Open', exact: true }).click();
      await expect
        .poll(() => there.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('ninefold/document/')).length))
        .toBe(1);
      await there.goto(`${opened.url}/#/shared:broken`);
      await there
        .getByText(/This link is damaged/)
        .first()
        .waitFor();
    } finally {
      await other.close();
    }
  });
});
