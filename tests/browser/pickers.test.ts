import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblemsInLightAndDark } from '../../testing/browser/axe.ts';
import { openProduct, shown, typePlace } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** The product's own picker of dates and times, in forms of the built workbench. */
describe('choosing a date and a time', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench({ context: { locale: 'en-GB', timezoneId: 'Europe/Amsterdam', colorScheme: 'light' } });
    ({ page } = opened);
    await openProduct(page, opened.url, 'booking');
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page
      .getByRole('menuitemradio', { name: /member/ })
      .first()
      .click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await shown(page);
    await typePlace(page, '/book');
    await starts().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const starts = () => page.getByLabel('Starts');
  const ends = () => page.getByLabel('Ends');
  const button = (field: string) => page.locator(`[data-field="${field}"]`).getByRole('button', { name: 'Choose a date' });
  const picker = () => page.getByRole('dialog', { name: 'Choose a date' });
  const day = (date: string) => picker().locator(`[data-at="${date}"]`);
  const closed = () => picker().waitFor({ state: 'detached' });

  it('a start by keyboard: arrow keys by days and weeks, a time, and the end follows', async () => {
    await starts().fill('2026-01-14T10:00');
    await expect.poll(() => ends().inputValue()).toBe('2026-01-14T11:00');
    await starts().press('Alt+ArrowDown');
    await expect.poll(() => focused(page)).toBe('2026-01-14');
    expect(await axeProblemsInLightAndDark(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('2026-01-22');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Home');
    // Weeks begin on Monday here.
    await expect.poll(() => focused(page)).toBe('2026-02-16');
    await page.keyboard.press('Enter');
    await expect.poll(() => day('2026-02-16').getAttribute('aria-pressed')).toBe('true');
    await picker().getByRole('option', { name: '14:30' }).click();
    await closed();
    expect(await starts().inputValue()).toBe('2026-02-16T14:30');
    expect(await ends().inputValue()).toBe('2026-02-16T15:30');
  });

  it('an end keeps its distance when the start moves', async () => {
    await button('ends').click();
    await picker().getByRole('option', { name: '17:00' }).click();
    await closed();
    await button('starts').click();
    await picker().getByRole('button', { name: 'Next' }).click();
    await day('2026-03-10').click();
    await page.keyboard.press('Escape');
    await closed();
    expect(await starts().inputValue()).toBe('2026-03-10T14:30');
    expect(await ends().inputValue()).toBe('2026-03-10T17:00');
  });

  it('fits a narrow window and a doubled size, and colours that the system chooses', async () => {
    for (const size of [
      { width: 390, height: 844 },
      // 200 % of 1440 by 900.
      { width: 720, height: 450 },
    ]) {
      await page.setViewportSize(size);
      await button('starts').click();
      await picker().getByRole('option', { name: '14:30' }).waitFor();
      const box = await picker().boundingBox();
      expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height).toBe(true);
      await page.keyboard.press('Escape');
      await closed();
    }
    await page.emulateMedia({ forcedColors: 'active' });
    await button('starts').click();
    const chosen = picker().getByRole('button', { pressed: true });
    const other = day('2026-03-11');
    const ground = (element: Element): string => getComputedStyle(element).backgroundColor;
    expect(await chosen.evaluate(ground)).not.toBe(await other.evaluate(ground));
    await page.keyboard.press('Escape');
    await page.emulateMedia({ forcedColors: 'none' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('in the place of a value: Escape closes only the picker, and a day that is chosen is saved', async () => {
    await openProduct(page, opened.url, 'teamwork');
    await page.getByRole('link', { name: /^Tasks/ }).click();
    await page.getByRole('link', { name: 'Repair the third machine' }).click();
    await page.getByRole('button', { name: /^Edit due/ }).click();
    await button('due').click();
    const due = await page.locator('[data-field="due"] input').inputValue();
    await expect.poll(() => focused(page)).toBe(due);
    await page.keyboard.press('Escape');
    await closed();
    await button('due').click();
    await expect.poll(() => focused(page)).toBe(due);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const next = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(due) + 86_400_000);
    await page.getByRole('button', { name: `Edit due: ${next}` }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(next);
  });

  it('Escape in a picker of people closes the list, then the editor, and changes nothing', async () => {
    await page.getByRole('button', { name: 'Edit assignee' }).click();
    const typed = page.getByRole('combobox', { name: 'Assignee' });
    await typed.press('ArrowDown');
    await page.getByRole('listbox').waitFor();
    await typed.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await typed.inputValue()).toBe('Tomás Herrera');
    await typed.press('Escape');
    const value = page.locator('dd', { has: page.getByRole('button', { name: 'Edit assignee' }) });
    expect(await value.innerText()).toContain('Tomás Herrera');
  });

  it('from right to left the left arrow goes on, and the week begins as it does there', async () => {
    await openProduct(page, opened.url, 'clinic');
    await typePlace(page, '/new');
    const from = page.locator('[data-field="starts"] input');
    await from.fill('2026-01-14T10:00');
    await from.press('Alt+ArrowDown');
    await expect.poll(() => focused(page)).toBe('2026-01-14');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused(page)).toBe('2026-01-15');
    const first = await page.getByRole('dialog').locator('th').first().getAttribute('abbr');
    expect(first).toBe('السبت');
  });
});

const focused = (page: Page): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.getAttribute('data-at'));
