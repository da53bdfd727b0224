import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSection } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** Text and view beside each other on a small screen: nothing is cut off. */
describe('the workbench at 1024 pixels', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench({ context: { viewport: { width: 1024, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' } });
    ({ page } = opened);
    await page.goto(`${opened.url}/?section=states#/helpdesk`);
    await node('assigned').waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const node = (id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`);
  const edges = async (of: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> => {
    const box = (await of.boundingBox()) ?? expect.unreachable('it is drawn');
    return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
  };
  const isInside = async (part: Locator, whole: Locator): Promise<boolean> => {
    const [a, b] = [await edges(part), await edges(whole)];
    return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
  };

  it('every tab of the bar of problems is whole', async () => {
    const bar = page.locator('[data-problems]');
    for (const name of [/^Findings/, /^Questions/, /^Missing/, /^Assumed/, /^Explore/, /^Verify/]) {
      const tab = bar.getByRole('button', { name }).first();
      const list = tab.locator('xpath=..');
      expect(await isInside(tab, list), String(name)).toBe(true);
    }
  });

  it('the diagram fits with its labels, and says guards in words', async () => {
    const pane = page.locator('[data-diagram]');
    const labels = pane.locator('.react-flow__viewport text');
    await labels.first().waitFor();
    const boxes = await labels.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON() as { left: number; right: number }),
    );
    const { left, right } = await edges(pane);
    expect(boxes.length).toBeGreaterThan(8);
    expect(boxes.filter((box) => box.left < left || box.right > right)).toEqual([]);
    await page.getByRole('group', { name: /^reopen: .*, if \(now minus resolved at\) is less than REOPEN_WINDOW$/ }).waitFor();
  });

  it('a view that a person made comes back to what is chosen, when the inspector takes its place', async () => {
    const pane = page.locator('[data-diagram]');
    const { left, top } = await edges(pane);
    // Dragged by its ground, until “closed” is near the lower edge.
    await page.mouse.move(left + 20, top + 200);
    await page.mouse.down();
    await page.mouse.move(left + 40, top + 260, { steps: 5 });
    await page.mouse.up();
    await node('closed').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: /closed/ }).waitFor();
    await expect.poll(() => isInside(node('closed'), pane)).toBe(true);
  });

  it('what is chosen, or focused by keyboard, comes into the pane beside an open inspector', async () => {
    await openSection(page, 'entities');
    const pane = page.locator('[data-diagram]');
    await node('Comment').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: /Comment/ }).waitFor();
    await expect.poll(() => isInside(node('Comment'), pane)).toBe(true);
    expect(await isInside(node('User'), pane)).toBe(false);
    // An arrow key leads to a node that is not seen yet.
    await node('Comment').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe('User');
    await expect.poll(() => isInside(node('User'), pane)).toBe(true);
  });

  it('on a phone the title of a changed example can be read, and a question has room for its answer', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('about:blank');
    await page.goto(`${opened.url}/#/unidentified`);
    await page
      .getByRole('radio', { name: 'Problems' })
      .or(page.getByRole('button', { name: 'Problems' }))
      .first()
      .click();
    const question = page.locator('[data-problems] ol > li').first();
    const answer = question.getByRole('textbox');
    await answer.fill('boats');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Keep…' }).waitFor();
    const title = page.getByRole('button', { name: /^Document:/ });
    expect((await title.boundingBox())?.width).toBeGreaterThan(120);
    await question.getByText(/^What do you record about each boat/).waitFor();
    expect((await answer.boundingBox())?.width).toBeGreaterThan(300);
    expect(opened.problems).toEqual([]);
  });
});
