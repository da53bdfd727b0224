// `npm run screenshots`: takes the pictures of the README and the guides from the built workbench,
// into docs/images/. `npm run screenshots -- FOLDER`: takes every section's view in three widths,
// light and dark, and every part of the running product, into a folder for review.
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { sectionNames } from '../src/model/ast/common.ts';
import { withWorkbench } from '../testing/browser/workbench.ts';
import { partScreenshots } from './part-screenshots.ts';

interface Picture {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly address: string;
  /** The selector of an element that appears once the picture can be taken. */
  readonly wait: string;
  readonly width: number;
  readonly height: number;
}

const wide = { width: 1440, height: 900 };
const laptop = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };

const readme: readonly Picture[] = [
  { name: 'workbench', colorScheme: 'light', address: '#/helpdesk', wait: '[data-product] >> text=Boiler makes a noise', ...wide },
  { name: 'states', colorScheme: 'dark', address: '?section=states#/helpdesk', wait: '[data-diagram=ready] .react-flow__node', ...wide },
  { name: 'roles', colorScheme: 'light', address: '?section=roles#/helpdesk', wait: '[data-views=roles] button >> visible=true', ...wide },
];

const tablet = { width: 1180, height: 760 };
const product = (name: string, wait: string): Picture => {
  return { name, colorScheme: 'light', address: `?view=product#/${name}`, wait: `[data-product] >> text=${wait}`, ...tablet };
};

/** The running products in the guide for authors. */
const guide: readonly Picture[] = [
  product('bookshop', 'Bread at home'),
  product('invoicing', 'De Korst Bakery'),
  product('clinic', 'مواعيد العيادة'),
];

const views: readonly Picture[] = sectionNames.flatMap((section) => {
  const address = `?section=${section}#/helpdesk`;
  const diagram = section === 'screens' || section === 'entities' || section === 'states';
  const wait = diagram ? '[data-diagram=ready] .react-flow__node' : `[data-views=${section}] button >> visible=true`;
  return Object.entries({ wide, laptop, phone }).flatMap(([form, size]) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ name: `${section}-${form}-${colorScheme}`, colorScheme, address, wait, ...size })),
  );
});

/** The maximum size of a README picture, in bytes. */
const largest = 300_000;

async function take(url: string, browser: Browser, picture: Picture, folder: string): Promise<number> {
  const { name, colorScheme, address, wait, width, height } = picture;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Amsterdam',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${url}/${address}`);
  await page.locator(wait).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  await context.close();
  const { size } = statSync(path);
  console.log(`${path}  ${Math.round(size / 1000)} kB`);
  return size;
}

const [asked] = process.argv.slice(2);
const folder = asked === undefined ? fileURLToPath(new URL('../docs/images/', import.meta.url)) : resolve(asked);
mkdirSync(folder, { recursive: true });
await withWorkbench(async (url, browser) => {
  for (const picture of asked === undefined ? [...readme, ...guide] : views) {
    const size = await take(url, browser, picture, folder);
    if (asked === undefined && size > largest) throw new Error(`${picture.name}.png has ${size} bytes; at most ${largest}`);
  }
});
if (asked !== undefined && (await partScreenshots(join(folder, 'parts'))) > 0) process.exitCode = 1;
