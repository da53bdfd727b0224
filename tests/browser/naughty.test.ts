import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sitePolicy } from '../../src/export/site/policy.ts';
import { type ServedSite, serveSite } from '../../testing/browser/built-site.ts';
import { downloaded, launchChromium } from '../../testing/browser/chromium.ts';
import { goTo } from '../../testing/browser/places.ts';
import { buildProduct } from '../../testing/process/build-product.ts';
import { rounds } from '../../testing/rounds.ts';

const document = `# Specification: Notes

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Notes | / | |
| Note | /notes/:number | Note |

### Notes

- form to create Note: subject, body, tags, data, link
- list of Note: number, subject, body, tags, data
  - sort number desc
  - search subject, body
  - filter subject, tags
  - per page 10
  - open Note

### Note

- details: subject, body, tags, data
- form to edit: subject, body, tags

## 3. Entities and their fields

### Note

| Field | Type |
|---|---|
| number | serial |
| subject | text |
| body | markdown |
| tags | list of text |
| data | json |
| link | url |
`;

/**
 * Strings that break programs (tests/hostile/NOTICE.md) and some of our own: what SQL, HTML,
 * spreadsheets and both directions of writing make of text.
 */
const ours = [
  "'; DROP TABLE note; --",
  '" onfocus="alert(1)" autofocus="',
  '</textarea><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](https://127.0.0.1:1/x.png)',
  '=HYPERLINK("https://127.0.0.1:1","x")',
  '\u202Eevil\u202C \u2066right\u2069 \u200Bzero\u200Dwidth\uFEFF',
  'مرحبا ‏hello‏ עולם',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  'W'.repeat(400),
];

type Note = Readonly<Record<'subject' | 'body' | 'tags' | 'data', string>>;

/** A comma ends a tag, and no tag is there twice. */
const tagsOf = (text: string): string => [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '').join('; ');

describe('text that breaks programs', () => {
  let folder: string;
  let browser: Browser;
  let context: BrowserContext;
  let served: ServedSite;
  let page: Page;
  let notes: readonly Note[];
  /** What ran, what the policy stopped, what went wrong. */
  const problems: string[] = [];

  beforeAll(async () => {
    const all: unknown = JSON.parse(await readFile(new URL('../hostile/naughty-strings.json', import.meta.url), 'utf8'));
    // An input of one line takes no line breaks; a blank value counts as none.
    const strings = (all as string[]).filter((text) => text.trim() !== '' && !/[\n\r]/u.test(text));
    notes = [
      // Our own go through every input. The others go through one each: a third of them, all with
      // NINEFOLD_ROUNDS=3.
      ...ours.map((text) => ({ subject: text, body: text, tags: text, data: text })),
      ...Array.from({ length: Math.floor(strings.length / 4) }, (_, index) => {
        const [subject = '', body = '', tags = '', data = ''] = strings.slice(4 * index);
        return { subject, body, tags, data };
      }).filter((_, index) => index % 3 < rounds(1)),
    ];
    folder = await mkdtemp(join(tmpdir(), 'ninefold-naughty-'));
    await writeFile(join(folder, 'notes.md'), document);
    await buildProduct(join(folder, 'notes.md'), join(folder, 'site'));
    served = await serveSite(join(folder, 'site'), { base: '/', policy: `${sitePolicy().join('; ')}; frame-ancestors 'self'` });
    browser = await launchChromium();
    context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      acceptDownloads: true,
    });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') problems.push(`a dialog: ${dialog.message()}`);
      void dialog.accept();
    });
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(?:blob|data):/u.test(request.url()) && !request.url().startsWith(served.url)) problems.push(`asked for ${request.url()}`);
    });
    await page.goto(served.url);
    await page.getByRole('textbox', { name: 'Subject' }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const tooWide = () =>
    page.evaluate(() => globalThis.document.documentElement.scrollWidth - globalThis.document.documentElement.clientWidth);
  const create = () => page.getByRole('button', { name: 'Create note' }).click();
  const newest = (number: number) => page.getByRole('row', { name: new RegExp(`^${number}\\b`) });

  it('is taken by every input as it is typed', { timeout: 300_000 }, async () => {
    const [subject, body, tags, data] = ['Subject', 'Body', 'Tags', 'Data'].map((name) => page.getByRole('textbox', { name, exact: true }));
    if (!subject || !body || !tags || !data) throw new Error('an input is missing');
    for (const [index, note] of notes.entries()) {
      await subject.fill(note.subject);
      await body.fill(note.body);
      await tags.fill(note.tags);
      await tags.press('Enter');
      await data.fill(JSON.stringify(note.data));
      await subject.press('Control+Enter');
      await page.waitForFunction((number) => globalThis.document.querySelector('tbody tr td')?.textContent === String(number), index + 1);
      if (index % 20 === 0) await expect.poll(() => tooWide()).toBe(0);
    }
  });

  it('is kept and given back as it was typed', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Columns, order, views' }).click();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = (await downloaded(await download)).toString('utf8');
    const { data } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/u, ''), { header: true, skipEmptyLines: true });
    const plain = (cell: string | undefined): string => (/^'+[=+\-@\t\r]/u.test(cell ?? '') ? (cell ?? '').slice(1) : (cell ?? ''));
    const kept = data.map((row) => ({
      subject: plain(row['Subject']),
      body: plain(row['Body']),
      tags: plain(row['Tags']),
      data: plain(row['Data']),
    }));
    expect(kept.reverse()).toEqual(notes.map((note) => ({ ...note, tags: tagsOf(note.tags) })));
  });

  it('is shown as it was typed, and found', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 8, 10]) {
      await goTo(page, `/notes/${number}`);
      const heading = page.getByRole('heading', { level: 1 });
      await page.waitForFunction(
        (text) => globalThis.document.querySelector('h1')?.textContent?.includes(text),
        notes[number - 1]?.subject ?? '',
      );
      await expect.poll(() => heading.textContent()).toContain(notes[number - 1]?.subject);
      await page.getByRole('button', { name: 'Edit subject' }).click();
      await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe(notes[number - 1]?.subject);
      await page.keyboard.press('Escape');
      await expect.poll(() => tooWide()).toBe(0);
    }
    await goTo(page, '/');
    await page.getByRole('searchbox', { name: 'Search' }).fill("'; DROP TABLE");
    await newest(1).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
  });

  it('takes a megabyte, and text in both directions, without breaking the page on a narrow screen', async () => {
    const million = 'a long word, '.repeat(80_000);
    await page.getByRole('textbox', { name: 'Body' }).fill(million);
    await page.getByRole('textbox', { name: 'Subject' }).fill('x'.repeat(100_000));
    await create();
    await newest(notes.length + 1).waitFor();
    await expect.poll(() => tooWide()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => tooWide()).toBe(0);
    await goTo(page, `/notes/${notes.length + 1}`);
    // All of it is there; Markdown leaves out the blank at its end.
    await page.waitForFunction(
      (length) => (globalThis.document.querySelector('article')?.textContent?.length ?? 0) >= length,
      million.trimEnd().length + 100_000,
    );
    await expect.poll(() => tooWide()).toBe(0);
    for (const number of [8, 9, 11, 12]) {
      await goTo(page, `/notes/${number}`);
      await page.waitForFunction(
        (text) => globalThis.document.querySelector('h1')?.textContent?.includes(text),
        notes[number - 1]?.subject ?? '',
      );
      await expect.poll(() => tooWide(), { message: notes[number - 1]?.subject }).toBe(0);
    }
  });

  it('is refused where it is no address, in words and at its field', async () => {
    await goTo(page, '/');
    const link = page.getByRole('textbox', { name: 'Link' });
    await link.fill('javascript:alert(1)');
    await create();
    await page.getByText('must be an address that begins with http:// or https://').waitFor();
    await expect.poll(() => link.getAttribute('aria-invalid')).toBe('true');
    await link.fill('');
  });

  it('ran nowhere', () => {
    expect(problems).toEqual([]);
  });
});
