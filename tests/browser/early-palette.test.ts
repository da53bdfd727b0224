import { expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { withWorkbench } from '../../testing/browser/workbench.ts';

const places = [
  {
    place: 'the workbench',
    address: '#/helpdesk',
    focus: '.cm-content',
    title: 'Search the workbench or run a command',
    option: /^Keyboard shortcuts/,
  },
  {
    place: 'the product',
    address: '?view=product#/helpdesk',
    focus: '[data-product] [role=searchbox], [data-product] input[type=search]',
    title: 'Search or run a command',
    option: /^Keyboard shortcuts/,
  },
];

it.each(places)('$place: what is typed before the list of commands has come is kept', async ({ address, focus, title, option }) => {
  await withWorkbench(async (url, browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    let come = (): void => undefined;
    const coming = new Promise<void>((done) => {
      come = done;
    });
    await page.route(/(command-palette|palette-list|dialog-popup)[^/]*\.js$/, async (route) => {
      await coming;
      await route.continue();
    });
    await page.goto(`${url}/${address}`);
    await page.locator('[data-product]').getByText('Boiler makes a noise').first().waitFor();
    const before = page.locator(focus).first();
    await before.focus();
    const box = page.getByRole('combobox', { name: title, exact: true });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('keyboa');
    expect(await box.inputValue()).toBe('keyboa');
    expect(await page.locator('[data-early]').count()).toBe(1);
    expect(await axeProblems(page, { within: '[data-early]' })).toEqual([]);
    // It closes, and what had the focus has it again.
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await expect.poll(() => before.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('keyb');
    come();
    await page.getByRole('option', { name: option }).waitFor();
    await page.locator('[data-early]').waitFor({ state: 'detached' });
    await page.keyboard.type('o');
    expect(await box.inputValue()).toBe('keybo');
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await expect.poll(() => before.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});
