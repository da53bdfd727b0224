import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { serveProcess } from '../../testing/process/served-process.ts';

const album = `# Specification: Album

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Pictures | / | |
| Picture | /pictures/:id | Picture |

### Pictures

- form to create Picture: title, photo
- list of Picture: title, photo
  - open Picture
- cards of Picture: title, photo

### Picture

- details: title, photo

## 3. Entities and their fields

### Picture

| Field | Type |
|---|---|
| title | text |
| photo | image |
`;

const servers: ChildProcess[] = [];
let browser: Browser;
let folder = '';
let url = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'previews-'));
  await writeFile(join(folder, 'album.md'), album);
  ({ url } = await serveProcess(join(folder, 'album.md'), ['--memory'], { children: servers }));
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  for (const one of servers) one.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** A picture of noise, which does not become small, with nothing drawn in its right half. */
const noise = (page: Page, width: number, height: number): Promise<string> =>
  page.evaluate(
    ([width = 0, height = 0]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width, height];
      const drawing = canvas.getContext('2d');
      const data = new ImageData(width / 2, height);
      let seed = 1;
      for (let index = 0; index < data.data.length; index++) {
        seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
        data.data[index] = index % 4 === 3 ? 255 : seed / 2 ** 24;
      }
      drawing?.putImageData(data, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height],
  );

it('lists, cards and details show a small JPEG that the browser of the uploader made', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })).newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(url);
  const buffer = Buffer.from(await noise(page, 1600, 800), 'base64');
  expect(buffer.length).toBeGreaterThan(64 * 1024);
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/preview'));
  await page.locator('input[type=file]').setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer });
  const jpeg = (await sent).postDataBuffer();
  expect(jpeg?.length).toBeLessThanOrEqual(64 * 1024);
  expect(jpeg?.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  await page.getByRole('textbox', { name: 'Title' }).fill('Noise');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/~/file/')) asked.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: /^(Create|Add)/ }).click();
  const pictures = page.getByRole('img', { name: 'noise.png' });
  await expect.poll(() => pictures.count()).toBe(2);
  const sizes = await pictures.evaluateAll((all) =>
    all.map((one) => [(one as HTMLImageElement).naturalWidth, (one as HTMLImageElement).naturalHeight]),
  );
  expect(sizes).toEqual([
    [320, 160],
    [320, 160],
  ]);
  // What is transparent is white, and the picture itself was not loaded.
  const corner = await pictures.first().evaluate((one) => {
    const drawing = new OffscreenCanvas(320, 160).getContext('2d');
    drawing?.drawImage(one as HTMLImageElement, 0, 0);
    return [...(drawing?.getImageData(310, 80, 1, 1).data ?? [])];
  });
  expect(Math.min(...corner)).toBeGreaterThan(245);
  expect(asked.filter((path) => !path.endsWith('/preview'))).toEqual([]);

  await page.getByRole('link', { name: 'Noise' }).first().click();
  const whole = page.locator('a[download="noise.png"] img');
  await whole.waitFor();
  expect(await whole.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1600);

  // Without a preview, as pictures from before there were any: an icon, and no picture is loaded.
  await page.goto(url);
  const bare = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const answer = await fetch('~/file/old.png', { method: 'PUT', body: bytes, headers: { 'content-type': 'image/png' } });
    const photo = ((await answer.json()) as { id: string }).id;
    const command = { kind: 'create', part: null, entity: 'Picture', values: { title: 'Old', photo } };
    return (
      await fetch('~/session/run', { method: 'POST', body: JSON.stringify([command]), headers: { 'content-type': 'application/json' } })
    ).status;
  }, buffer.toString('base64'));
  expect(bare).toBe(200);
  asked.length = 0;
  await page.reload();
  await expect.poll(() => page.getByRole('img', { name: 'old.png' }).count()).toBe(2);
  expect(
    await page
      .getByRole('img', { name: 'old.png' })
      .first()
      .evaluate((one) => one.tagName),
  ).toBe('SPAN');
  expect(asked.filter((path) => !path.endsWith('/preview'))).toEqual([]);
  expect(problems).toEqual([]);
});
