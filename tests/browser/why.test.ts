import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepDocument } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';
import helpdesk from '../../testing/documents/helpdesk.md?raw';

/** A refusal explains itself, and the change that would allow it is one press and one undo. */
describe('“Why?” of what is refused', () => {
  let opened: OpenedWorkbench;
  let page: Page;
  const granted = '| Ticket: create | no | `customer == me` | yes | yes |';
  const refused = '| Ticket: create | no | no | yes | yes |';
  const allowed = '| Ticket: create | no | yes | yes | yes |';

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    const text = helpdesk.replace(granted, refused);
    await keepDocument(page, opened.url, 'why', text);
    await page.goto(`${opened.url}/#/why/tickets/new`);
    const acting = page.locator('[data-product]').getByRole('button', { name: /^Acting as/ });
    await acting.click();
    await page.getByRole('menuitemradio', { name: /^Ana/ }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  afterAll(async () => {
    await opened?.close();
  });

  const product = () => page.locator('[data-product]');
  const card = () => page.getByRole('region', { name: 'Why this was refused' });
  const why = () => product().getByRole('button', { name: /^Why\?/ });
  const lines = (text: string) => page.locator('.cm-line', { hasText: text });

  it('says the reason, who may, and shows the row', async () => {
    await why().click();
    await card().getByText('Section 6 grants Ticket: create to agent and manager only.').waitFor();
    await lines(refused).waitFor();
    const roles = await card().locator('dl > div').allInnerTexts();
    expect(roles.map((words) => words.split(/\s+/).slice(0, 3).join(' '))).toEqual([
      'visitor no section',
      'customer you no',
      'agent yes section',
      'manager yes section',
    ]);
  });

  it('goes away by Escape, and the focus is where it was', async () => {
    await page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    await expect.poll(() => why().evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('writes the smallest change, and the product follows', async () => {
    await page.keyboard.press('Enter');
    await card().getByRole('button', { name: 'Allow', exact: true }).click();
    await lines(allowed).waitFor();
    await product().getByRole('textbox', { name: 'Subject' }).waitFor();
    expect(await card().count()).toBe(0);
  });

  it('is taken back by one undo', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await lines(refused).waitFor();
    await why().waitFor();
  });
});
