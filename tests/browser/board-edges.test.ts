import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { typePlace } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** A board: narrowed; and while a card is dragged to its edges, in a window that is too small. */
describe('a board', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench({ context: { viewport: { width: 1180, height: 820 }, locale: 'en-GB' } });
    ({ page } = opened);
    await page.goto(`${opened.url}/?view=product#/school`);
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page.getByRole('menuitemradio', { name: /head/ }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await typePlace(page, '/plan');
    await card('Latin for cooks').waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const column = (name: string): Locator => page.getByRole('region', { name, exact: true });
  const card = (name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
  const boxOf = async (of: Locator) => (await of.boundingBox()) ?? expect.unreachable('it is not drawn');
  /** How far everything around the board is scrolled, from the board outwards. */
  const scrolled = (): Promise<{ across: number; down: number; most: number }> =>
    column('Planned').evaluate((element) => {
      const board = element.parentElement;
      let down = 0;
      for (let one = board; one !== null; one = one.parentElement) down += one.scrollTop;
      return { across: board?.scrollLeft ?? 0, down, most: board === null ? 0 : board.scrollWidth - board.clientWidth };
    });
  /** What goes on between two drawings of the page has gone on. */
  const frames = (count: number) =>
    page.evaluate(
      (left) =>
        new Promise<void>((resolve) => {
          const next = (rest: number): void => (rest === 0 ? resolve() : void requestAnimationFrame(() => next(rest - 1)));
          next(left);
        }),
      count,
    );

  it('shows what a search and a filter leave, and all again', async () => {
    const shown = () => column('Planned').locator('..').getByRole('listitem');
    const all = await shown().count();
    expect(all).toBeGreaterThan(3);
    const search = page.getByRole('searchbox');
    await search.pressSequentially('latin');
    await expect.poll(() => shown().count()).toBe(1);
    expect(await card('Latin for cooks').count()).toBe(1);
    await search.fill('');
    await expect.poll(() => shown().count()).toBe(all);
    await page
      .getByRole('button', { name: /^Teacher/ })
      .first()
      .click();
    await page.getByRole('menuitemcheckbox').or(page.getByRole('checkbox')).first().click();
    await page.keyboard.press('Escape');
    await expect.poll(() => shown().count()).toBeLessThan(all);
    expect(await axeProblems(page)).toEqual([]);
    await typePlace(page, '/plan');
    await expect.poll(() => shown().count()).toBe(all);
    await page.setViewportSize({ width: 700, height: 420 });
  });

  it('every column can be dropped on as far down as the highest one', async () => {
    const heights = await Promise.all(
      ['Planned', 'Open for enrolment', 'Cancelled'].map(async (name) => (await boxOf(column(name))).height),
    );
    expect(new Set(heights.map(Math.round)).size).toBe(1);
  });

  it('the page stays while a card is at the lower edge, and the board moves sideways at its own', async () => {
    const before = await scrolled();
    expect(before.most).toBeGreaterThan(100);
    const from = await boxOf(card('Latin for cooks'));
    await page.mouse.move(from.x + 60, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 80, from.y + 40, { steps: 4 });
    await page.locator('[data-dragging]').waitFor();
    await page.mouse.move(from.x + 100, 412, { steps: 6 });
    await page.mouse.move(from.x + 104, 416, { steps: 2 });
    await frames(20);
    expect(await scrolled()).toEqual(before);

    // At the right edge the board moves until its last column is there.
    const board = await column('Planned').evaluate((element) => {
      const box = (element.parentElement ?? element).getBoundingClientRect();
      return { right: box.right, top: box.top };
    });
    await page.mouse.move(board.right - 40, board.top + 80, { steps: 6 });
    await page.mouse.move(board.right - 4, board.top + 80, { steps: 6 });
    await expect.poll(async () => (await scrolled()).across).toBeGreaterThanOrEqual(before.most - 1);

    // Back over the column it stays where it is, and takes the card.
    const goal = await boxOf(column('Cancelled'));
    await page.mouse.move(goal.x + goal.width / 2, board.top + 80, { steps: 4 });
    await column('Cancelled').and(page.locator('[data-over]')).waitFor();
    await frames(20);
    expect(await boxOf(column('Cancelled'))).toEqual(goal);
    await page.mouse.up();
    // Nothing leads out of this state, so the board asks first.
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await column('Cancelled').getByText('Latin for cooks').waitFor();
    expect((await scrolled()).down).toBe(before.down);
    expect(opened.problems).toEqual([]);
  });
});
