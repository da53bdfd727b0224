import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../testing/browser/commands.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

describe('publishing and sharing', () => {
  let opened: OpenedWorkbench;
  let page: Page;
  let dialog: Locator;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ninefold-publish-'));
    opened = await openWorkbench();
    ({ page } = opened);
    await page.addInitScript(() => {
      // The contexts of the tests share one clipboard.
      Object.assign(navigator.clipboard, {
        writeText: async (text: string) => {
          (window as unknown as { copied: string }).copied = text;
        },
      });
    });
    await page.goto(`${opened.url}/#/helpdesk/tickets/new`);
    const product = page.locator('[data-product]');
    await product.getByRole('textbox', { name: 'Subject' }).fill('The door squeaks');
    await product.getByRole('button', { name: 'Create Ticket', exact: false }).click();
    await product.getByRole('heading', { name: 'The door squeaks' }).waitFor();
    await page.getByRole('button', { name: /^Document: / }).click();
    await page.getByRole('menuitem', { name: 'Publish…' }).click();
    dialog = page.getByRole('dialog', { name: 'Publish and share' });
  });

  afterAll(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Presses a button that downloads a file; where the file is. */
  const downloaded = async (name: string): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name }).click()]);
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    return file;
  };

  it('hands out the product as a site and as one file that runs', async () => {
    const site = unzipSync(await readFile(await downloaded('Download ZIP')));
    expect(strFromU8(site['index.html'] ?? new Uint8Array())).toContain('id="site"');
    await dialog.getByText(/^Downloaded helpdesk\.zip/).waitFor();
    const file = await downloaded('Download HTML');
    const there = await opened.context.newPage();
    there.setDefaultTimeout(60_000);
    const problems: string[] = [];
    there.on('pageerror', ({ message }) => problems.push(message));
    await there.goto(`file://${file}`);
    await there.getByRole('main').waitFor();
    expect(problems).toEqual([]);
    await there.close();
  });

  it('a link with data brings what the product stores', async () => {
    expect(await dialog.getByText(/^npx ninefold serve helpdesk\.md --database/).count()).toBe(1);
    await dialog.getByRole('button', { name: 'Copy link with data' }).click();
    await page
      .getByText(/the whole document and all data of the product/)
      .first()
      .waitFor();
    const link = await page.evaluate(() => (window as unknown as { copied: string }).copied);
    const other = await opened.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const there = await other.newPage();
    there.setDefaultTimeout(60_000);
    try {
      await there.goto(link);
      const offer = there.getByRole('dialog', { name: 'Open “Helpdesk”?' });
      await offer.getByText(/and the data of its product/).waitFor();
      await offer.getByRole('button', { name: 'Open', exact: true }).click();
      await there.locator('[data-product]').getByText('The door squeaks').first().waitFor();
    } finally {
      await other.close();
    }
  });

  it('a version has a name, and says what people can do since', async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const open = async (): Promise<Locator> => {
      await runCommand(page, 'History');
      return page.getByRole('dialog', { name: 'History of Helpdesk' });
    };
    const history = await open();
    await history.getByRole('textbox', { name: 'Name the current version' }).fill('Before the change');
    await page.keyboard.press('Enter');
    await history.getByText('Saved as “Before the change”.').waitFor();
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'hidden' });
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).fill('| Ticket: delete | no | no | no | yes |');
    await page.getByRole('textbox', { name: 'Replace' }).fill('| Ticket: delete | no | no | yes | yes |');
    await page.getByRole('button', { name: 'replace all' }).click();
    await page.keyboard.press('Escape');
    await open();
    await history.getByRole('region', { name: 'Behaviour changes' }).getByText('agent may: Ticket: delete').waitFor();
    await history.getByRole('button', { name: 'Compare what people can do' }).click();
    await history
      .getByText(/^agent can delete a Ticket/)
      .first()
      .waitFor();
    expect(await history.getByRole('combobox', { name: 'Version' }).textContent()).toContain('Before the change – ');
    expect(opened.problems).toEqual([]);
  });
});
