import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { shown } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** A person's own widths, order and pinned columns of a list, on the built workbench. */
describe('columns of a list', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench({ context: { locale: 'en-GB', colorScheme: 'light' } });
    ({ page } = opened);
    await page.goto(`${opened.url}/?view=product#/inventory`);
    await shown(page);
    await page.getByRole('table').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const heads = (): Promise<string[]> =>
    page.locator('thead th[data-column]').evaluateAll((all) => all.map((one) => one.getAttribute('data-column') ?? ''));
  const head = (field: string) => page.locator(`thead th[data-column="${field}"]`);
  const handle = (field: string) => head(field).getByRole('separator');
  const width = async (field: string): Promise<number> => (await head(field).boundingBox())?.width ?? 0;

  it('are resized and moved by keyboard', async () => {
    const [first = '', second = '', ...rest] = await heads();
    await head(first).getByRole('button').first().focus();
    await handle(first).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    const before = await width(first);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => width(first)).toBeCloseTo(Math.round(before) + 32, 0);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(heads).toEqual([second, first, ...rest]);
    // The focus went along.
    expect(await handle(first).evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await page.locator('tbody tr').first().locator('td').allTextContents()).length).toBeGreaterThan(rest.length);
  });

  it('are resized and moved by pointer, without being sorted, and stay so after a reload', async () => {
    const [first = '', second = '', ...rest] = await heads();
    const from = await handle(second).boundingBox();
    if (from === null) throw new Error('no handle');
    const before = await width(second);
    await page.mouse.move(from.x + 4, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 64, from.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => width(second)).toBeGreaterThan(before + 50);
    const [a, b] = [await head(second).boundingBox(), await head(first).boundingBox()];
    if (a === null || b === null) throw new Error('no heads');
    await page.mouse.move(a.x + a.width / 2, a.y + 10);
    await page.mouse.down();
    await page.mouse.move(b.x + 6, b.y + 10, { steps: 6 });
    await page.mouse.up();
    await expect.poll(heads).toEqual([second, first, ...rest]);
    expect(await page.locator('thead th[aria-sort]').count()).toBeLessThanOrEqual(1);
    const wide = await width(second);
    await page.reload();
    await shown(page);
    await expect.poll(heads).toEqual([second, first, ...rest]);
    expect(await width(second)).toBeCloseTo(wide, 0);
  });

  it('are pinned to the start, and as the document has them when that is wanted', async () => {
    const [first = '', second = '', third = ''] = await heads();
    await page.getByRole('button', { name: 'Columns, order, views' }).click();
    const panel = page.getByRole('dialog', { name: 'Columns, order, views' });
    await panel
      .getByRole('button', { name: /^Keep .* in sight$/ })
      .nth(2)
      .click();
    await expect.poll(async () => (await heads()).slice(0, 3)).toEqual([third, first, second]);
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 640, height: 700 });
    const left = async (field: string): Promise<number> => (await head(field).boundingBox())?.x ?? 0;
    const [pinnedAt, otherAt] = [await left(third), await left(second)];
    const scrolled = await page
      .locator('[data-wide]')
      .first()
      .evaluate((box) => {
        box.scrollLeft = 120;
        return box.scrollLeft;
      });
    expect(scrolled).toBeGreaterThan(20);
    await expect.poll(() => left(second)).toBeCloseTo(otherAt - scrolled, 0);
    expect(await left(third)).toBeCloseTo(pinnedAt, 0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Columns, order, views' }).click();
    await panel.getByRole('button', { name: 'Reset columns' }).click();
    await expect.poll(async () => (await heads()).slice(0, 3)).not.toEqual([third, first, second]);
    expect(await page.locator('table[data-sized], table[data-pinned]').count()).toBe(0);
  });
});
