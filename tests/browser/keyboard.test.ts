import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Keys, keysOf } from '../../testing/browser/keys.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/**
 * Everything that helpdesk is for, by someone who has no mouse: nothing here presses anything but
 * keys.
 */
describe('helpdesk with the keyboard alone', () => {
  let opened: OpenedWorkbench;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    opened = await openWorkbench({ context: { locale: 'en-GB' } });
    ({ page, problems } = opened);
    keys = keysOf(page);
    await page.goto(`${opened.url}/?view=product#/helpdesk`);
    await page.locator('[data-product]').getByText('Boiler makes a noise').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  let keys: Keys;
  const product = () => page.locator('[data-product]');
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  const focused: Keys['focused'] = (target) => keys.focused(target);
  const tabTo: Keys['tabTo'] = (...given) => keys.tabTo(...given);
  const arrowTo: Keys['arrowTo'] = (...given) => keys.arrowTo(...given);
  const become: Keys['become'] = (name) => keys.become(name);
  const goTo: Keys['goTo'] = (...given) => keys.goTo(...given);

  it('acts as a person, and reports a problem', async () => {
    await become('Ana Díaz');
    await goTo('New ticket', 'New ticket');
    await tabTo(product().getByRole('textbox', { name: 'Subject' }));
    await type('No hot water');
    await press('Tab');
    await tabTo(product().getByRole('radio', { name: 'normal' }));
    await press('ArrowRight');
    await press('Control+Enter');
    await product().getByRole('heading', { name: 'No hot water' }).waitFor();
    await product().getByText('high').first().waitFor();
  });

  it('finds it in the queue by search and filter, and opens it', async () => {
    await become('Mia Rossi');
    await goTo('Queue', 'Queue');
    await tabTo(product().getByRole('searchbox', { name: 'Search' }));
    await type('hot');
    const row = product().getByRole('link', { name: 'No hot water' });
    await row.waitFor();
    await tabTo(
      product()
        .getByRole('button', { name: /^Status/ })
        .first(),
    );
    await press('Enter');
    await arrowTo(page.getByRole('checkbox', { name: 'open' }));
    await press('Space');
    await press('Escape');
    await product()
      .getByRole('button', { name: /^Status is open$/iu })
      .waitFor();
    await tabTo(row);
    await press('Enter');
    await product().getByRole('heading', { name: 'No hot water' }).waitFor();
  });

  it('assigns it to Bo', async () => {
    await tabTo(product().getByRole('button', { name: 'Assign', exact: true }));
    await press('Enter');
    const dialog = page.getByRole('dialog');
    await tabTo(dialog.getByRole('combobox'));
    await type('Bo');
    await page.getByRole('option', { name: 'Bo Chen' }).waitFor();
    await press('Enter');
    await press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await product().getByText('assigned').first().waitFor();
  });

  it('hears why it cannot be resolved, answers, and resolves it', async () => {
    await become('Bo Chen');
    const resolve = product().getByRole('button', { name: 'Resolve', exact: true });
    await tabTo(resolve);
    await page.getByText('Answer the customer before you resolve the ticket.').first().waitFor();
    await tabTo(product().getByRole('textbox', { name: 'Answer' }), 'Shift+Tab');
    await type('Press the red button.');
    await press('Control+Enter');
    await product().getByText('Press the red button.').first().waitFor();
    await tabTo(resolve);
    await press('Enter');
    await product().getByText('resolved').first().waitFor();
  });

  it('reopens it with a reason', async () => {
    await become('Ana Díaz');
    await tabTo(product().getByRole('button', { name: 'Reopen', exact: true }));
    await press('Enter');
    const dialog = page.getByRole('dialog');
    await tabTo(dialog.getByRole('textbox'));
    await type('Still cold.');
    await press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await product().getByText('Still cold.').first().waitFor();
  });

  it('chooses several of a list, and changes one in its place', async () => {
    await become('Mia Rossi');
    await goTo('Queue', 'Queue');
    await tabTo(product().getByRole('checkbox', { name: 'Select Boiler makes a noise' }));
    await press('Space');
    await tabTo(product().getByRole('checkbox', { name: 'Select Valve is stuck' }));
    await press('Space');
    await product().getByText('2 selected').waitFor();
    await tabTo(product().getByRole('button', { name: 'Clear selection' }), 'Shift+Tab');
    await press('Enter');
    await tabTo(
      product()
        .getByRole('button', { name: /^Edit priority/i })
        .first(),
    );
    await press('Enter');
    await page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('listbox')).first().waitFor();
    await press('Escape');
  });

  it('lifts a card of the board and puts it down where it may go', async () => {
    await tabTo(product().getByRole('tab', { name: 'List' }));
    await arrowTo(product().getByRole('tab', { name: 'Board' }), 'ArrowRight');
    await press('Enter');
    const column = (name: string) => product().getByRole('region', { name });
    await column('open').getByText('No hot water').waitFor();
    await tabTo(product().getByRole('button', { name: 'Move No hot water' }).first());
    await press('Space');
    await page.getByText('No hot water is over open.').waitFor({ state: 'attached' });
    // dnd-kit listens for the arrow keys from a timer on, which comes before this one.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await press('ArrowRight');
    await page.getByText('No hot water is over assigned.').waitFor({ state: 'attached' });
    await press('ArrowRight');
    await page.getByText('No hot water is over resolved.').waitFor({ state: 'attached' });
    await press('Space');
    await column('resolved').getByText('No hot water').waitFor();
  });

  it('arranges the list without a mouse', async () => {
    await tabTo(product().getByRole('tab', { name: 'Board' }));
    await arrowTo(product().getByRole('tab', { name: 'List' }), 'ArrowLeft');
    await press('Enter');
    await tabTo(product().getByRole('button', { name: 'Columns, order, views' }));
    await press('Enter');
    const created = page.getByRole('checkbox', { name: 'Created at' });
    await tabTo(created);
    await press('Space');
    await press('Escape');
    await product().getByRole('columnheader', { name: 'Created at' }).waitFor();
    // The focus goes back once what was open has gone.
    await expect.poll(() => focused(product().getByRole('button', { name: 'Columns, order, views' }))).toBe(true);
  });

  it('signs out, and in again with a password', async () => {
    await tabTo(product().getByRole('button', { name: /^Acting as/ }));
    await press('Enter');
    await arrowTo(page.getByRole('menuitem', { name: 'Sign out' }).or(page.getByRole('menuitemradio', { name: /^Signed out/ })));
    await press('Enter');
    const form = product().getByRole('form', { name: 'Sign in' });
    await tabTo(form.getByRole('textbox', { name: /^Email/ }));
    await type('bo@example.com');
    await press('Tab');
    await type('correct-horse');
    await press('Enter');
    await product().getByRole('button', { name: 'Acting as Bo Chen' }).waitFor();
  });

  it('broke nothing, and ran no scenario, since no text was in sight', () => {
    expect(problems).toEqual([]);
    expect(page.workers().filter((one) => one.url().includes('scenario-worker'))).toEqual([]);
  });
});
