import type { CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePlace } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** A board under a finger, on a tablet: real touches, as the browser gets them from a screen. */
describe('a board by touch', () => {
  let opened: OpenedWorkbench;
  let page: Page;
  let protocol: CDPSession;
  let problems: readonly string[];

  beforeAll(async () => {
    opened = await openWorkbench({ context: { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true, locale: 'en-GB' } });
    ({ page, problems } = opened);
    protocol = await opened.context.newCDPSession(page);
    await page.goto(`${opened.url}/?view=product#/school`);
    await page.getByRole('button', { name: /^Acting as/ }).tap();
    await page.getByRole('menuitemradio', { name: /head/ }).tap();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await typePlace(page, '/plan');
    await card('Latin for cooks').waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const column = (name: string): Locator => page.getByRole('region', { name, exact: true });
  const card = (name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { readonly x: number; readonly y: number }) =>
    protocol.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
  const middle = async (of: Locator): Promise<{ x: number; y: number }> => {
    const box = await of.boundingBox();
    if (box === null) throw new Error('it is not in sight');
    return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 80) };
  };

  /** A dropped card is at the top of its column until the answer puts it in its place. */
  const settled = () => page.locator('li[aria-busy]').waitFor({ state: 'detached' });

  /** Stays on the card until it is lifted, and goes to the column in some steps. */
  async function carry(name: string, to: string): Promise<void> {
    await settled();
    await card(name).scrollIntoViewIfNeeded();
    const [from, goal] = [await middle(card(name)), await middle(column(to))];
    await finger('touchStart', from);
    await page.locator('[data-dragging]').filter({ hasText: name }).waitFor();
    const steps = 8;
    for (let step = 1; step <= steps; step++)
      await finger('touchMove', { x: from.x + ((goal.x - from.x) * step) / steps, y: from.y + ((goal.y - from.y) * step) / steps });
    await page.locator('[data-over]').waitFor();
  }

  it('carries a card to another column, where the document allows it', async () => {
    await column('Planned').getByText('Latin for cooks').waitFor();
    await carry('Latin for cooks', 'Open for enrolment');
    expect(await column('Open for enrolment').getAttribute('data-can')).toBe('yes');
    await finger('touchEnd');
    await column('Open for enrolment').getByText('Latin for cooks').waitFor();
    await expect.poll(() => column('Planned').getByText('Latin for cooks').count()).toBe(0);
    await page.locator('[data-dragging]').waitFor({ state: 'detached' });
  });

  it('says why a card may not go where the finger has it, and leaves it', async () => {
    await carry('Pottery', 'Cancelled');
    expect(await column('Cancelled').getAttribute('data-can')).toBe('no');
    await column('Cancelled').getByText('People still have a seat in this course.').waitFor();
    await finger('touchEnd');
    const dialog = page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .filter({ hasText: 'People still have a seat in this course.' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await column('Open for enrolment').getByText('Pottery').waitFor();
  });

  it('moves a card by its menu as well', async () => {
    await card('Latin for cooks').getByRole('button', { name: 'Move to', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Cancelled' }).tap();
    // Nothing leads out of this state, so the board asks first.
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).tap();
    await column('Cancelled').getByText('Latin for cooks').waitFor();
  });

  it('said nothing in the console', () => {
    expect(problems).toEqual([]);
  });
});
