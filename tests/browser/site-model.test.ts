import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { goTo } from '../../testing/browser/places.ts';
import { buildProduct } from '../../testing/process/build-product.ts';

const text = `# Specification: Letters

## 2. Screens and routes

| Screen | Route |
|---|---|
| Letters | / |
| Write | /write |

### Letters

- list of Letter: to, postcode

### Write

- form to create Letter: to, postcode

## 3. Entities and their fields

### Letter

| Field | Type |
|---|---|
| to | text |
| postcode | text |

| Example | to | postcode |
|---|---|---|
| First | Ana | 12345 |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| five digits | Letter.postcode | \`postcode == null \\|\\| postcode.matches("^[0-9]{5}$")\` | POSTCODE_WRONG |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| POSTCODE_WRONG | 422 | A postcode has five digits. | at postcode |
`;

/** Without a service worker: a reload is the new release. */
it('loads patterns for a model that asks them, and the reader only to go on with an earlier text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-site-model-'));
  const document = join(folder, 'letters.md');
  const build = async (content: string): Promise<void> => {
    await writeFile(document, content);
    await buildProduct(document, join(folder, 'site'));
  };
  const browser = await launchChromium();
  try {
    await build(text);
    const served = await serveSite(join(folder, 'site'), { base: '/' });
    const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-GB' });
    const page = await context.newPage();
    const problems: string[] = [];
    const requested: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const readers = (): string[] => requested.filter((path) => /\/read-[^/]*\.js$/.test(path));
    const addPostcode = async (postcode: string): Promise<void> => {
      await goTo(page, '/write');
      await page.getByRole('textbox', { name: 'Postcode' }).fill(postcode);
      await page.getByRole('button', { name: 'Create letter' }).click();
    };

    // Neither the worker nor the database nor the model waits for the code of the screens.
    const early = Promise.all([/worker[^/]*\.js$/, /\.wasm$/, /model-[^/]*\.json$/].map((file) => page.waitForRequest(file)));
    await page.route(/\/start-[^/]*\.js$/, async (route) => {
      await early;
      await route.continue();
    });
    await page.goto(served.url);
    await page.getByText('12345').first().waitFor();
    await addPostcode('1234');
    await page.getByText('A postcode has five digits.').first().waitFor();
    await addPostcode('54321');
    await page.getByText('Letter created').first().waitFor();
    await goTo(page, '/');
    await page.getByRole('cell', { name: '54321' }).waitFor();
    expect(readers()).toEqual([]);

    await build(
      text
        .replaceAll(', postcode', '')
        .replace(/^\| (?:postcode|five digits) .*\n/gm, '')
        .replace('| to | postcode |', '| to |')
        .replace('|---|---|---|\n| First | Ana | 12345 |', '|---|---|\n| First | Ana |'),
    );
    await page.reload();
    await page.getByText('The new version can’t keep all of your data').waitFor();
    await page.getByRole('cell', { name: '54321' }).waitFor();
    expect(readers()).not.toEqual([]);
    await addPostcode('99');
    await page.getByText('A postcode has five digits.').first().waitFor();
    await page.getByRole('button', { name: 'Update and delete this data' }).click();
    await page.getByRole('textbox', { name: 'Postcode' }).waitFor({ state: 'detached' });
    await goTo(page, '/');
    await page.getByRole('cell', { name: 'Ana', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await served.close();
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);

it('shows the screen of the last visit while the worker starts, and then what has happened since', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-last-visit-'));
  const browser = await launchChromium();
  try {
    await writeFile(join(folder, 'letters.md'), text);
    await buildProduct(join(folder, 'letters.md'), join(folder, 'site'));
    const served = await serveSite(join(folder, 'site'), { base: '/' });
    const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-GB' });
    const page = await context.newPage();
    const other = await context.newPage();
    const problems: string[] = [];
    for (const one of [page, other]) one.on('pageerror', (error) => problems.push(error.message));
    const add = async (at: Page, to: string): Promise<void> => {
      await goTo(at, '/write');
      await at.getByRole('textbox', { name: 'To', exact: true }).fill(to);
      await at.getByRole('button', { name: 'Create letter' }).click();
      await at.getByText('Letter created').first().waitFor();
    };
    await page.goto(served.url);
    await page.getByRole('cell', { name: 'Ana', exact: true }).waitFor();

    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/model-[^/]*\.json$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('cell', { name: 'Ana', exact: true }).waitFor();
    // Another tab keeps the data meanwhile, where the person goes on.
    await page.goto('about:blank');
    await other.goto(served.url);
    await add(other, 'Bea');
    await page.goto(served.url);
    await page.getByRole('cell', { name: 'Ana', exact: true }).waitFor();
    expect(await page.getByRole('cell', { name: 'Bea', exact: true }).count()).toBe(0);
    release();
    await page.getByRole('cell', { name: 'Bea', exact: true }).waitFor();
    await add(page, 'Cem');
    await goTo(page, '/');
    await page.getByRole('cell', { name: 'Cem', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await served.close();
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
