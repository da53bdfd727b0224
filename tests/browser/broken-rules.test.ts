import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepDocument } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';
import helpdesk from '../../testing/documents/helpdesk.md?raw';

/** A rule that comes after the records: those that break it are listed, with links. */
describe('records that do not keep a new rule', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await open(helpdesk);
  });

  afterAll(async () => {
    await opened?.close();
  });

  /** The product goes on from what it ran last. */
  async function open(text: string): Promise<void> {
    await keepDocument(page, opened.url, 'rules', text);
    await page.goto(`${opened.url}/#/rules`);
    await product()
      .getByRole('button', { name: /^Acting as/ })
      .waitFor();
  }

  const product = () => page.locator('[data-product]');
  const banner = () => page.getByRole('region', { name: 'Records that break a rule' });
  const rule = (words: string, must: string) => `| ${words} | Ticket.subject | \`${must}\` | SUBJECT_EMPTY |\n`;
  const withRule = (added: string) => helpdesk.replace(/(?=^\| subject is required )/m, added);

  it('are named, and each name leads to its record', async () => {
    await open(withRule(rule('one word only', '!subject.contains(" ")')));
    await banner().getByText('break the rule “one word only”').waitFor();
    const way = banner().getByRole('button').first();
    const name = await way.innerText();
    await way.click();
    await product().getByRole('heading', { name, level: 1 }).waitFor();
    expect(page.url()).toMatch(/#\/rules\/tickets\/\d+$/);
  });

  it('lead to the rule', async () => {
    await banner().getByRole('button', { name: 'Show the rule' }).click();
    await page.locator('.cm-line', { hasText: 'one word only' }).waitFor();
  });

  it('are no longer said when the rule is one that they keep', async () => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(withRule(rule('some words', 'size(subject) > 1') + rule('no valve', '!subject.contains("Valve")')));
    await banner().getByText('One record of Ticket breaks the rule “no valve”').waitFor();
    expect(await banner().innerText()).not.toContain('some words');
  });
});
