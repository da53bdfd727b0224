import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePlace } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/**
 * The main job on the built workbench, as a person does it: one document, one page, one story told
 * in order.
 */
describe('the helpdesk in the workbench', () => {
  let opened: OpenedWorkbench;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    opened = await openWorkbench({ context: { locale: 'en-GB' } });
    ({ page, problems } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
  });

  afterAll(async () => {
    await opened?.close();
  });

  const product = () => page.locator('[data-product]');

  async function become(name: string): Promise<void> {
    await product()
      .getByRole('button', { name: /^Acting as/ })
      .click();
    await page.getByRole('menuitemradio', { name }).click();
    await product()
      .getByRole('button', { name: `Acting as ${name}` })
      .waitFor();
    // The menu gives the focus back when it has closed; everyone who types before that types into
    // nothing.
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Acting as'));
  }

  /** Types a place of the product into its address line. */
  async function goTo(path: string): Promise<void> {
    await typePlace(page, path);
    await page.waitForFunction((wanted) => location.hash.endsWith(wanted), path);
  }

  it('shows the queue beside the text at the first look', async () => {
    // The first page of a browser compiles everything; at a load of 12 this took 18 s.
    await product().getByText('Boiler makes a noise').first().waitFor({ timeout: 60_000 });
    await page.locator('.cm-content').getByText('Specification: Helpdesk').waitFor();
    await expect.poll(() => page.title()).toContain('Helpdesk');
  });

  it('refuses a blank subject at its field, in the words of the catalogue', async () => {
    await become('Ana Díaz');
    await goTo('/tickets/new');
    const subject = product().getByRole('textbox', { name: 'Subject' });
    await subject.fill('   ');
    await product().getByRole('button', { name: 'Create Ticket', exact: false }).click();
    await product().getByText('Say what the problem is.').waitFor();
    await expect.poll(() => subject.getAttribute('aria-invalid')).toBe('true');
  });

  it('reports a problem and shows it', async () => {
    const subject = product().getByRole('textbox', { name: 'Subject' });
    await subject.fill('No hot water');
    await product().getByRole('button', { name: 'Create Ticket', exact: false }).click();
    await product().getByRole('heading', { name: 'No hot water' }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Product address' }).inputValue()).toBe('/tickets/4');
  });

  it('is assigned to Bo by Mia', async () => {
    await become('Mia Rossi');
    await product().getByRole('button', { name: 'Assign' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('Bo');
    await page.getByRole('option', { name: 'Bo Chen' }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await product().getByText('assigned').first().waitFor();
  });

  it('is not resolved without an answer, and says so', async () => {
    await become('Bo Chen');
    const resolve = product().getByRole('button', { name: 'Resolve', exact: true });
    await resolve.waitFor();
    await expect.poll(() => resolve.getAttribute('aria-disabled')).toBe('true');
    await resolve.hover();
    await page.getByText('Answer the customer before you resolve the ticket.').first().waitFor();
  });

  it('leads from the refusal to the row that refused', async () => {
    await product()
      .getByRole('button', { name: /^Why\?.*Answer the customer/ })
      .first()
      .click();
    await page.locator('.cm-line', { hasText: 'NO_ANSWER' }).first().waitFor();
  });

  it('is resolved after an answer', async () => {
    await product().getByRole('textbox', { name: 'Answer' }).fill('Press the red button.');
    await product().getByRole('button', { name: 'Send', exact: true }).click();
    await product().getByText('Press the red button.').first().waitFor();
    await product().getByRole('button', { name: 'Resolve', exact: true }).click();
    await product().getByText('resolved').first().waitFor();
  });

  it('is hidden from Carl', async () => {
    await become('Carl Ek');
    await product().getByText('There is no such ticket.').waitFor();
    await expect.poll(() => product().getByText('No hot water').count()).toBe(0);
  });

  it('follows a change of the text', async () => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('| MAX_SUBJECT | 120');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.type('| MAX_SUBJECT | 5');
    await become('Ana Díaz');
    await goTo('/tickets/new');
    await product().getByRole('textbox', { name: 'Subject' }).fill('Radiator');
    await product().getByRole('button', { name: 'Create Ticket', exact: false }).click();
    await product().getByText('The subject can have at most 5 characters.').waitFor();
  });

  it('has the data and the text after a reload', async () => {
    // The text is written a moment after the last key.
    await page.waitForFunction(() => localStorage.getItem('ninefold/document/helpdesk')?.includes('| MAX_SUBJECT | 5 |'));
    await page.reload();
    await goTo('/mine');
    await product().getByText('No hot water').first().waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.locator('.cm-line', { hasText: '| MAX_SUBJECT | 5 |' }).waitFor();
  });

  it('said nothing in the console', () => {
    expect(problems).toEqual([]);
  });
});

describe('a document that says nothing', () => {
  it('runs, shows nine things to fill in, and takes a beginning', async () => {
    const opened = await openWorkbench({ context: { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' } });
    const { page } = opened;
    try {
      await page.goto(`${opened.url}/?view=product#/unidentified`);
      await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: /^Fill in/ }).count()).toBe(9);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      expect(wide).toBe(false);
    } finally {
      await opened.close();
    }
  });
});
