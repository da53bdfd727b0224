import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/**
 * A folder of the disk; the browser's private one replaces it, which has the same interface and
 * needs no picker.
 */
describe('a folder of specifications', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  const onDisk = (path: string, text: string | null): Promise<string> =>
    page.evaluate(
      async ([way, written]) => {
        const names = (way ?? '').split('/');
        let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('disk', { create: true });
        for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
        const handle = await folder.getFileHandle(names.at(-1) ?? '', { create: true });
        if (typeof written === 'string') {
          const stream = await handle.createWritable();
          await stream.write(written);
          await stream.close();
        }
        return await (await handle.getFile()).text();
      },
      [path, text],
    );

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.addInitScript(() =>
      Object.assign(window, {
        showDirectoryPicker: async () => await (await navigator.storage.getDirectory()).getDirectoryHandle('disk'),
      }),
    );
    await page.goto(`${opened.url}/#/helpdesk`);
    await page.locator('.cm-content').waitFor();
    await onDisk('shop.md', '# Specification: Shop\n\nIt sells.\n');
    await onDisk('more/club.txt', '# Specification: Club\r\n\r\nIt plays.\r\n');
    await onDisk('picture.png', 'no text');
    await onDisk('.hidden.md', '# Hidden\n');
  });

  afterAll(async () => {
    await opened?.close();
  });

  const menu = async () => {
    await page.waitForFunction(() => document.querySelector('[role=menu]') === null);
    await page.getByRole('button', { name: /^Document:/ }).click();
  };
  const openFile = async (path: string) => {
    await menu();
    await page.getByRole('menuitem', { name: 'In disk' }).click();
    await page.getByRole('menuitem', { name: path, exact: true }).click();
  };
  const write = async (text: string) => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  };

  it('lists what may be a specification, and opens it', async () => {
    await menu();
    await page.getByRole('menuitem', { name: 'Open folder…' }).click();
    await page.getByText('disk: 2 specifications').waitFor();
    await openFile('more/club.txt');
    await page.locator('.cm-content').getByText('It plays.').waitFor();
    await openFile('shop.md');
    await page.locator('.cm-content').getByText('It sells.').waitFor();
  });

  it('saves back to the file, with its own line ends, and opens it once', async () => {
    await openFile('more/club.txt');
    await page.getByRole('button', { name: 'Document: Club' }).waitFor();
    await write('It wins.');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved to club.txt.').waitFor();
    expect(await onDisk('more/club.txt', null)).toBe('# Specification: Club\r\n\r\nIt plays.\r\nIt wins.');
    await openFile('shop.md');
    await page.getByRole('button', { name: 'Document: Shop' }).waitFor();
    await openFile('more/club.txt');
    await page.locator('.cm-content').getByText('It wins.').waitFor();
    await menu();
    await expect.poll(() => page.getByRole('menuitemradio', { name: /^Club/ }).count()).toBe(2);
    await page.keyboard.press('Escape');
  });

  it('writes over nothing that was changed on the disk meanwhile, unless it is told to', async () => {
    const theirs = '# Specification: Club\r\n\r\nIt loses.\r\n';
    await onDisk('more/club.txt', theirs);
    await write(' Again.');
    await page.keyboard.press('Control+s');
    await page.getByText('club.txt changed on disk in the meantime. Nothing was saved.').waitFor();
    expect(await onDisk('more/club.txt', null)).toBe(theirs);
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('Saved to club.txt.').last().waitFor();
    await expect.poll(() => onDisk('more/club.txt', null)).toContain('It wins. Again.');
  });

  it('takes what was changed only on the disk, when it is opened again', async () => {
    await onDisk('more/club.txt', '# Specification: Club\r\n\r\nIt draws.\r\n');
    await openFile('more/club.txt');
    await page.getByText('more/club.txt changed on disk and was reloaded.').waitFor();
    await page.locator('.cm-content').getByText('It draws.').waitFor();
  });
});
