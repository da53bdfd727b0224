import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { goTo } from '../../testing/browser/places.ts';
import { buildProduct } from '../../testing/process/build-product.ts';

/**
 * A product in one file, opened from a disk: there the browser has no files for the page, and its
 * data is in IndexedDB.
 */
describe('a product in one file', () => {
  let folder: string;
  let browser: Browser;
  let context: BrowserContext;
  let address: string;
  const problems: string[] = [];

  const open = async (place: string): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${address}${place}`);
    return page;
  };
  const create = async (page: Page, subject: string): Promise<void> => {
    await page.getByRole('heading', { name: 'New ticket', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
    await page.getByRole('button', { name: 'Create ticket' }).click();
    await page.getByRole('heading', { name: subject }).waitFor();
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ninefold-single-'));
    const file = join(folder, 'helpdesk.html');
    await buildProduct('testing/documents/helpdesk.md', file, '--single-file');
    address = pathToFileURL(file).href;
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
  });

  afterEach(async () => {
    for (const page of context.pages()) await page.close();
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps what is written, and says nothing of losing it', async () => {
    const page = await open('#/tickets/new');
    await create(page, 'No hot water');
    expect(await page.getByText('This browser doesn’t save data').count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'No hot water' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('has one owner of the data for all tabs, and another when that one goes', async () => {
    const one = await open('#/tickets/new');
    await one.getByRole('textbox', { name: 'Subject' }).waitFor();
    const two = await open('#/tickets/new');
    await create(one, 'Written in the first');
    await create(two, 'Written in the second');
    await one.close();
    // A list that was not read before waits for the new owner. What is written until then may have
    // reached the closed tab, and the page says that its outcome is unknown.
    await goTo(two, '/');
    await two.getByText('Written in the first').first().waitFor();
    await goTo(two, '/tickets/new');
    await create(two, 'Written when the first was gone');
    await two.reload();
    await two.getByRole('heading', { name: 'Written when the first was gone' }).waitFor();
    await goTo(two, '/');
    for (const subject of ['Written in the first', 'Written in the second', 'Written when the first was gone'])
      await two.getByText(subject).first().waitFor();
    expect(problems).toEqual([]);
  });

  it('has what it said was done, though its page was killed at once', async () => {
    const page = await open('#/tickets/new');
    await create(page, 'A moment before the end');
    const place = page.url().slice(address.length);
    const crashed = page.waitForEvent('crash');
    // The page's process is killed: the navigation never ends.
    page.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await page.close();
    const again = await open(place);
    await again.getByRole('heading', { name: 'A moment before the end' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('never writes over what another tab keeps, also where the browser has no locks for the page', async () => {
    await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const one = await open('#/tickets/new');
    await one.getByRole('textbox', { name: 'Subject' }).waitFor();
    const two = await open('#/tickets/new');
    await create(two, 'Written by the last tab');
    await one.getByRole('textbox', { name: 'Subject' }).fill('Too late');
    await one.getByRole('button', { name: 'Create ticket' }).click();
    await one.getByText('another tab has opened this product’s data since').waitFor();
    await one.goto(`${address}#/`);
    await one.reload();
    await one.getByText('Written by the last tab').first().waitFor();
    expect(await one.getByText('Too late').count()).toBe(0);
  });

  it('says that it keeps nothing where the browser refuses, and works', async () => {
    await writeFile(
      join(folder, 'frame.html'),
      '<!doctype html><title>A frame</title><iframe sandbox="allow-scripts" src="helpdesk.html" width="1200" height="800"></iframe>',
    );
    const served = await serveSite(folder, { base: '/' });
    try {
      const page = await context.newPage();
      await page.goto(`${served.url}frame.html`);
      const product = page.frameLocator('iframe');
      await product.getByText('Boiler makes a noise').first().waitFor();
      await product.getByText('This browser doesn’t save data for this page').waitFor();
    } finally {
      await served.close();
    }
  });
});
