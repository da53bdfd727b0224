import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblemsInLightAndDark } from '../../testing/browser/axe.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { type ServedWorkbench, serveWorkbench } from '../../testing/browser/workbench.ts';
import helpdesk from '../../testing/documents/helpdesk.md?raw';

/** Sections as diagrams: what is drawn is written, and what is written is drawn. */
describe('the diagrams of helpdesk', () => {
  let served: ServedWorkbench;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    served = await serveWorkbench();
    browser = await launchChromium();
    page = await open('?section=states');
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  async function open(query: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const opened = await context.newPage();
    opened.setDefaultTimeout(60_000);
    await opened.goto(`${served.url}/${query}#/helpdesk`);
    await opened.locator('.cm-means-entity').first().waitFor({ state: 'attached' });
    return opened;
  }

  const node = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
  const line = (words: RegExp) => page.getByRole('group', { name: words });
  const drawn = () => page.locator('[data-diagram=ready]').waitFor();

  /** The document as it is kept, once it is what is expected; byte for byte. */
  async function becomes(text: string): Promise<void> {
    const kept = (): Promise<string | null> =>
      page.evaluate(() => {
        const stored = localStorage.getItem('ninefold/document/helpdesk');
        return stored === null ? null : String((JSON.parse(stored) as { text: unknown }).text);
      });
    await expect.poll(kept).toBe(text);
  }

  async function draw(from: string, to: string): Promise<void> {
    await node(from).hover();
    const start = await node(from).locator('.react-flow__handle.source').boundingBox();
    const end = await node(to).boundingBox();
    if (!start || !end) throw new Error('the nodes are not to be seen');
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x + 40, start.y + 40, { steps: 3 });
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
    await page.mouse.up();
  }

  /** Takes an end of the chosen line to a node. */
  async function take(end: 'source' | 'target', to: string): Promise<void> {
    // Choosing a line makes room for its panel: both stand still before one is taken to the other.
    await page.locator(`[data-grip=${end}]`).hover();
    await page.mouse.down();
    await node(to).hover({ force: true, position: { x: 16, y: 12 } });
    await page.mouse.up();
  }

  const last = '| resolved | after `AUTO_CLOSE` | closed | | | | | final |\n';
  const withRow = (row: string): string => helpdesk.replace(last, `${last}${row}\n`);

  it('a drawn transition is one row of the text, and the product offers the event', async () => {
    await drawn();
    await draw('open', 'closed');
    await page.getByRole('combobox', { name: 'Event' }).fill('close');
    await page.keyboard.press('Enter');
    await line(/^close: from open to closed/).waitFor();
    await becomes(withRow('| open | close | closed | | | | | |'));

    await page.getByRole('button', { name: 'Move next to the product' }).click();
    const product = page.locator('[data-product]');
    await product.getByText('Boiler makes a noise').first().click();
    await product.getByRole('button', { name: 'Close', exact: true }).click();
    // Nothing leads out of “closed”, so a dialog asks first.
    await page.getByRole('dialog', { name: 'Close?' }).getByRole('button', { name: 'Close', exact: true }).click();
    await product.getByText('Closed', { exact: true }).first().waitFor();
    // The diagram went along with what was chosen in it.
    await page.getByRole('complementary', { name: 'Transition close' }).waitFor();
    await page.getByRole('button', { name: 'Move next to the text' }).click();
  });

  it('one undo takes it back, in the text and in the diagram, and it can be done again', async () => {
    await node('open').focus();
    await page.keyboard.press('Control+z');
    await becomes(helpdesk);
    await line(/^close: from open to closed/).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+y');
    await line(/^close: from open to closed/).waitFor();
    await line(/^close: from open to closed/).focus();
    await page.keyboard.press('Delete');
    await line(/^close: from open to closed/).waitFor({ state: 'detached' });
    await becomes(helpdesk);
  });

  it('a cell that is written beside the diagram changes that cell', async () => {
    await line(/^close: from resolved to closed/).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Transition close' });
    await panel.getByRole('combobox', { name: 'Roles' }).fill('agent');
    await page.keyboard.press('Tab');
    await becomes(helpdesk.replace('| resolved | close | closed | agent, manager |', '| resolved | close | closed | agent |'));
    await line(/^close: from resolved to closed, by agent$/).waitFor();
    await node('open').focus();
    await page.keyboard.press('Control+z');
    await becomes(helpdesk);
  });

  it('the end of a line taken to another node is one cell of the text', async () => {
    await line(/^close: from resolved to closed/).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Transition close' }).waitFor();
    await page.locator('[data-grip=target]').waitFor();
    await take('target', 'open');
    await line(/^close: from resolved to open/).waitFor();
    const first = helpdesk.replace('| resolved | close | closed |', '| resolved | close | open |');
    await becomes(first);
    await take('source', 'assigned');
    await line(/^close: from assigned to open/).waitFor();
    await becomes(first.replace('| resolved | close | open |', '| assigned | close | open |'));
    await node('open').focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await becomes(helpdesk);
  });

  it('keyboard alone: open the view, pick a state, name an event and a new state', async () => {
    await page.reload();
    await page.locator('.cm-means-entity').first().waitFor();
    await page.keyboard.press('F4');
    await page.locator('[data-views]').waitFor({ state: 'detached' });
    await page.keyboard.press('F4');
    await drawn();
    const at = (): Promise<string | null> => page.evaluate(() => document.activeElement?.getAttribute('data-id') ?? null);
    // Behind the view's own buttons the diagram is one stop.
    for (let pressed = 0; pressed < 8 && (await at()) === null; pressed++) await page.keyboard.press('Tab');
    await expect.poll(() => at()).toBe(' start');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => at()).toBe('open');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => at()).toBe('assigned');
    await page.keyboard.press('t');
    await page.keyboard.type('wait for parts');
    await page.keyboard.press('Tab');
    await page.keyboard.type('waiting');
    await page.keyboard.press('Enter');
    await node('waiting').waitFor();
    await becomes(withRow('| assigned | wait for parts | waiting | | | | | |'));
    // The places of the others are those from before.
    const rows = await Promise.all(['open', 'assigned', 'resolved', 'closed'].map(async (id) => (await node(id).boundingBox())?.y ?? 0));
    expect([...rows].sort((a, b) => a - b)).toEqual(rows);
    // No role may trigger a new event yet: the open questions about the row are beside it.
    const panel = page.getByRole('complementary', { name: 'Transition wait for parts' });
    await panel.getByText('Who may “wait for parts” a ticket?').waitFor();
    await panel.getByRole('button', { name: 'No one' }).click();
    await panel.getByText('Who may “wait for parts” a ticket?').waitFor({ state: 'detached' });
    await node('assigned').focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await becomes(helpdesk);
  });

  it('a relation is drawn between entities', async () => {
    await page.getByRole('toolbar', { name: 'Sections' }).getByRole('button', { name: 'Entities' }).click();
    await node('Comment').waitFor();
    expect(page.url()).toContain('section=entities');
    await draw('Comment', 'User');
    await page.getByRole('textbox', { name: 'Field name' }).fill('reviewer');
    await page.keyboard.press('Enter');
    await line(/^Comment.reviewer: at most one User/).waitFor();
    const row = '| body | markdown | yes | | label | Answer |\n';
    await becomes(helpdesk.replace(row, `${row}| reviewer | User | | | | |\n`));
    await node('Comment').focus();
    await page.keyboard.press('Control+z');
    await becomes(helpdesk);
  });

  it('the end of a relation beside its panel is one cell as well, also where the other end is out of sight', async () => {
    await drawn();
    await line(/^Comment\.author: one User/).focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-grip=target]').waitFor();
    // Beside the panel the diagram keeps its size: the ends of the line are not in sight.
    const left = async (): Promise<number> => (await node('User').boundingBox())?.x ?? 0;
    const before = await left();
    await page.locator('[data-views=entities]').getByRole('button', { name: 'Zoom to fit' }).click();
    await expect.poll(left).toBeLessThan(before);
    expect(await page.locator('[data-grip=source]').count()).toBe(0);
    await take('target', 'Ticket');
    await line(/^Comment\.author: one Ticket/).waitFor();
    await becomes(helpdesk.replace('| author | User |', '| author | Ticket |'));
    await node('Comment').focus();
    await page.keyboard.press('Control+z');
    await becomes(helpdesk);
  });

  it('a screen about a record is opened in the product', async () => {
    await page.getByRole('toolbar', { name: 'Sections' }).getByRole('button', { name: 'Screens' }).click();
    await node('Ticket').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open in the product' }).click();
    await page.locator('[data-product]').getByRole('heading', { name: 'Boiler makes a noise' }).waitFor();
    expect(page.url()).toContain('/tickets/1');
    await page.getByRole('button', { name: 'Move next to the text' }).click();
  });

  it('a diagram is saved as SVG and as PNG', async () => {
    for (const kind of ['SVG', 'PNG'] as const) {
      await page.getByRole('button', { name: 'Save as a picture' }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: kind }).click()]);
      expect(download.suggestedFilename()).toBe(`Helpdesk screens.${kind.toLowerCase()}`);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      if (kind === 'SVG') expect(bytes.toString('utf8')).toMatch(/^<svg [\s\S]*\/tickets\/:number[\s\S]*<\/svg>\n$/);
      else expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    }
  });

  it('axe finds nothing in them, in the light and in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const view = { within: '[data-views]' };
    for (const [section, id] of [
      ['Screens', 'Queue'],
      ['Entities', 'Ticket'],
      ['States', 'open'],
    ] as const) {
      await page.getByRole('toolbar', { name: 'Sections' }).getByRole('button', { name: section }).click();
      await node(id).waitFor();
      // The page around the view once; accessibility.test.ts looks at all of it.
      expect(await axeProblemsInLightAndDark(page, section === 'Screens' ? {} : view), section).toEqual([]);
      await node(id).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('complementary').waitFor();
      expect(await axeProblemsInLightAndDark(page, view), `${section} with a panel`).toEqual([]);
      await page.keyboard.press('t');
      await page.getByRole('complementary', { name: /^New/ }).waitFor();
      expect(await axeProblemsInLightAndDark(page, view), `${section} with a form`).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });

  it('a phone has the view on its own tab', async () => {
    const phone = await open('', { width: 390, height: 844 });
    await phone.getByRole('radio', { name: 'Views' }).click();
    await phone.locator('.react-flow__node[data-id="open"]').waitFor();
    await expect.poll(() => phone.locator('.cm-content').isVisible()).toBe(false);
    await phone.getByRole('toolbar', { name: 'Sections' }).getByRole('button', { name: 'Entities' }).click();
    await phone.locator('.react-flow__node[data-id="Ticket"]').waitFor();
    await phone.getByRole('radio', { name: 'Text' }).click();
    await phone.locator('.cm-content').waitFor();
    await expect.poll(() => phone.locator('[data-views]').isVisible()).toBe(false);
    await phone.context().close();
  });
});
