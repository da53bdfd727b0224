import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sitePolicy } from '../../src/export/site/policy.ts';
import { type ServedSite, serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { goTo, shown } from '../../testing/browser/places.ts';
import { buildProduct } from '../../testing/process/build-product.ts';

const policy = `${sitePolicy().join('; ')}; frame-ancestors 'self'`;

/** A product as `ninefold build` writes it and a web server serves it. */
describe('a built site', () => {
  let folder: string;
  let browser: Browser;
  let context: BrowserContext;
  let served: ServedSite;
  let page: Page;
  const problems: string[] = [];

  const open = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    return page;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ninefold-site-'));
    await buildProduct('testing/documents/helpdesk.md', join(folder, 'site'));
    served = await serveSite(join(folder, 'site'), { base: '/sub/app/', policy });
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
    page = await open(context);
    await page.goto(served.url);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows its first screen to a person who may see it, below any path, under its policy', async () => {
    await page.getByText('Boiler makes a noise').first().waitFor();
    await expect.poll(() => page.title()).toBe('Queue · Helpdesk');
  });

  it('lets one act as an example person, and says that it needs no password', async () => {
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page.getByText('No password needed').waitFor();
    await page.getByRole('menuitemradio', { name: 'Ana Díaz' }).click();
    await page.getByRole('button', { name: 'Acting as Ana Díaz' }).waitFor();
  });

  it('takes a record', async () => {
    await goTo(page, '/tickets/new');
    await page.getByRole('textbox', { name: 'Subject' }).fill('No hot water');
    await page.getByRole('button', { name: 'Create ticket' }).click();
    await page.getByRole('heading', { name: 'No hot water' }).waitFor();
    expect(page.url()).toBe(`${served.url}#/tickets/4`);
  });

  it('goes anywhere by Ctrl-K, and shows its keys by ?', async () => {
    await page.getByRole('heading', { name: 'No hot water' }).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('boiler');
    await page.getByRole('option', { name: /^Boiler makes a noise/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Boiler makes a noise' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('heading', { name: 'No hot water' }).waitFor();
  });

  it('takes a change back, and says so without taking the focus', async () => {
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page.getByRole('menuitemradio', { name: 'Mia Rossi' }).click();
    await page.getByRole('button', { name: 'Acting as Mia Rossi' }).waitFor();
    const priority = page.getByRole('button', { name: /^Edit priority/ });
    await priority.click();
    await page.getByRole('menuitemradio', { name: 'low' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await expect.poll(() => priority.evaluate((button) => button === document.activeElement)).toBe(true);
    await undo.click();
    await page.getByText('Undone').waitFor();
    await page.getByRole('button', { name: 'Edit priority: normal' }).waitFor();
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page.getByRole('menuitemradio', { name: 'Ana Díaz' }).click();
    await page.getByRole('button', { name: 'Acting as Ana Díaz' }).waitFor();
  });

  it('edits a field in its place: Escape leaves it, Enter saves it, a refusal is shown at it', async () => {
    // Ana may change her own open ticket; the form to edit is for others, and not shown to her.
    expect(await page.getByRole('button', { name: /^Edit priority/ }).count()).toBe(0);
    const edit = page.getByRole('button', { name: 'Edit subject' });
    const input = page.getByRole('textbox', { name: 'Subject' });
    const subject = await page.getByRole('heading', { level: 1 }).textContent();
    await edit.focus();
    await page.keyboard.press('Enter');
    await input.fill('Something else');
    await page.keyboard.press('Escape');
    await input.waitFor({ state: 'detached' });
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(subject);
    await page.keyboard.press('Enter');
    await input.fill('   ');
    await page.keyboard.press('Enter');
    await page.getByText('Say what the problem is.').waitFor();
    await input.fill('The radiator is cold');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'The radiator is cold' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('heading', { level: 1, name: subject ?? '' }).waitFor();
  });

  it('leads from a record to the next one of the list that it was opened from', async () => {
    await page.getByRole('link', { name: 'My tickets' }).first().click();
    const rows = page.locator('tbody a');
    await rows.nth(1).waitFor();
    const names = await rows.allTextContents();
    await rows.first().click();
    await page.getByRole('heading', { level: 1, name: names[0] ?? '' }).waitFor();
    expect(await page.getByRole('button', { name: 'Previous record' }).isDisabled()).toBe(true);
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('heading', { level: 1, name: names[1] ?? '' }).waitFor();
    await page.getByText(`2 of ${names.length}`).waitFor();
    await page.getByRole('button', { name: 'Previous record' }).click();
    await page.getByRole('heading', { level: 1, name: names[0] ?? '' }).waitFor();
    await goTo(page, '/tickets/4');
  });

  it('answers a missing file with 404 and no page', async () => {
    expect((await fetch(`${served.url}assets/gone.js`)).status).toBe(404);
  });

  it('is there without a network, with what was written', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await served.close();
    await page.reload();
    await page.getByRole('heading', { name: 'No hot water' }).waitFor();
    await page.getByRole('button', { name: 'Acting as Ana Díaz' }).waitFor();
  });

  it('asks before a new release takes over, and brings the data along', async () => {
    const text = await readFile(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
    await writeFile(join(folder, 'next.md'), text.replace('# Specification: Helpdesk', '# Specification: Care desk'));
    await buildProduct(join(folder, 'next.md'), join(folder, 'site'));
    served = await serveSite(join(folder, 'site'), { base: '/sub/app/', policy, port: Number(new URL(served.url).port) });
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    const use = page.getByRole('button', { name: 'Update now' });
    await use.waitFor();
    await expect.poll(() => page.title()).toBe('No hot water · Helpdesk');
    await use.click();
    await page.waitForFunction(() => document.title === 'No hot water · Care desk');
  });

  it('said nothing in the console', () => {
    expect(problems).toEqual([]);
  });

  it('has places with paths of their own below a path that it was built for', async () => {
    await buildProduct('testing/documents/helpdesk.md', join(folder, 'paths'), '--base', '/own/');
    const own = await serveSite(join(folder, 'paths'), { base: '/own/', policy, fallback: true });
    try {
      const page = await open(await browser.newContext({ locale: 'en-GB' }));
      await page.goto(`${own.url}tickets/1`);
      await page.getByRole('heading', { name: 'Boiler makes a noise' }).waitFor();
      await page.getByRole('link', { name: 'New ticket' }).first().click();
      expect(page.url()).toBe(`${own.url}tickets/new`);
      await page.getByRole('textbox', { name: 'Subject' }).waitFor();
      expect(problems).toEqual([]);
      // It asks for nothing more once its server is gone.
      await page.context().close();
    } finally {
      await own.close();
    }
  });

  it('in one file opens from a disk, in the language of its reader', async () => {
    const file = join(folder, 'helpdesk.html');
    await buildProduct('testing/documents/helpdesk.md', file, '--single-file');
    const page = await open(await browser.newContext({ locale: 'fr-FR' }));
    await page.goto(pathToFileURL(file).href);
    await page.getByText('Boiler makes a noise').first().waitFor();
    await page.getByRole('button', { name: /^Personne active/ }).waitFor();
    expect(problems).toEqual([]);
  });

  it('in one file keeps what is written when a server gives it', async () => {
    const one = await serveSite(folder, { base: '/' });
    try {
      const page = await open(await browser.newContext({ locale: 'en-GB' }));
      await page.goto(`${one.url}helpdesk.html#/tickets/new`);
      await shown(page);
      await page.getByRole('textbox', { name: 'Subject' }).fill('No light');
      await page.getByRole('button', { name: 'Create ticket' }).click();
      await page.getByRole('heading', { name: 'No light' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'No light' }).waitFor();
      expect(problems).toEqual([]);
    } finally {
      await one.close();
    }
  });

  it('shows the component of its owner, in its theme and its language', async () => {
    await buildProduct('docs/guide/theatre/theatre.md', join(folder, 'theatre'));
    const theatre = await serveSite(join(folder, 'theatre'), { base: '/', policy });
    try {
      const page = await open(await browser.newContext({ locale: 'en-GB', colorScheme: 'light' }));
      await page.goto(theatre.url);
      await page.getByRole('link', { name: 'Hamlet' }).click();
      const seat = (number: number) => page.getByRole('button', { name: new RegExp(`^Platz ${number}(?:,|$)`) });
      await page.locator('button[aria-pressed="true"]', { hasText: '3' }).waitFor();
      await seat(7).click();
      await page.locator('button[aria-pressed="true"]', { hasText: '7' }).waitFor();
      // The rule of the document refuses what the component tries.
      await seat(3).click();
      await page.getByText('Dieser Platz ist schon verkauft.').waitFor();
      await expect.poll(() => seat(7).evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(156, 47, 47)');
      await expect.poll(() => page.locator('[lang]').nth(1).getAttribute('lang')).toBe('de');
      expect(problems).toEqual([]);
    } finally {
      await theatre.close();
    }
  });
});
