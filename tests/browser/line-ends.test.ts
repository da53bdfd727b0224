import { expect, it } from 'vitest';
import { openSection } from '../../testing/browser/places.ts';
import { withWorkbench } from '../../testing/browser/workbench.ts';
import helpdesk from '../../testing/documents/helpdesk.md?raw';

it('the end of a line taken to another node is one cell of the text', () =>
  withWorkbench(async (url, browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const take = async (end: 'source' | 'target', node: string): Promise<void> => {
      // Choosing a line makes room for its panel: both stand still before one is taken to the
      // other.
      await page.locator(`[data-grip=${end}]`).hover();
      await page.mouse.down();
      await page.locator(`.react-flow__node[data-id="${node}"]`).hover({ force: true, position: { x: 16, y: 12 } });
      await page.mouse.up();
    };
    const kept = (): Promise<string> =>
      page.evaluate(() => String(JSON.parse(localStorage.getItem('ninefold/document/helpdesk') ?? '{}').text));

    await page.goto(`${url}/?section=states#/helpdesk`);
    await page.locator('[data-diagram=ready]').waitFor();
    const close = page.getByRole('group', { name: /^close: from resolved to closed/ });
    await close.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Transition close' }).waitFor();
    await page.locator('[data-grip=target]').waitFor();
    await take('target', 'open');
    await page.getByRole('group', { name: /^close: from resolved to open/ }).waitFor();
    const first = helpdesk.replace('| resolved | close | closed |', '| resolved | close | open |');
    await expect.poll(kept).toBe(first);
    await take('source', 'assigned');
    await page.getByRole('group', { name: /^close: from assigned to open/ }).waitFor();
    await expect.poll(kept).toBe(first.replace('| resolved | close | open |', '| assigned | close | open |'));

    await openSection(page, 'entities');
    await page.locator('[data-views=entities] [data-diagram=ready]').waitFor();
    const author = page.getByRole('group', { name: /^Comment\.author: one User/ });
    await author.focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-grip=target]').waitFor();
    // Beside the panel the diagram keeps its size: the ends of the line are not in sight.
    const node = page.locator('.react-flow__node[data-id="User"]');
    const left = async (): Promise<number> => (await node.boundingBox())?.x ?? 0;
    const before = await left();
    await page.locator('[data-views=entities]').getByRole('button', { name: 'Zoom to fit' }).click();
    await expect.poll(left).toBeLessThan(before);
    expect(await page.locator('[data-grip=source]').count()).toBe(0);
    await take('target', 'Ticket');
    await page.getByRole('group', { name: /^Comment\.author: one Ticket/ }).waitFor();
    await expect.poll(kept).toMatch(/\| author \| Ticket /);
  }));
