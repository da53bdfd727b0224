// `npm run look -- FOLDER [DOCUMENT …]`: takes pictures of fifteen screens of four documents (or of
// those named), wide and narrow, light and dark, and a contact sheet of each kind, for review
// (docs/design.md). KIND=wide-dark takes only one kind. BEFORE=FOLDER shows each picture beside the
// one of the same name from an earlier run, and takes only those.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { serveSite } from '../testing/browser/built-site.ts';
import { launchChromium } from '../testing/browser/chromium.ts';
import { runNinefold } from '../testing/process/run-ninefold.ts';

interface Shown {
  readonly name: string;
  /** The start path; `follow` lists the names of links to click from there. */
  readonly path: string;
  readonly follow?: readonly string[];
}

interface Product {
  readonly document: string;
  /** The start of the acting person's name. */
  readonly person: string;
  readonly screens: readonly Shown[];
}

const products: readonly Product[] = [
  {
    document: 'helpdesk',
    person: 'Mia',
    screens: [
      { name: 'list', path: '' },
      { name: 'record', path: 'tickets/30' },
      { name: 'board', path: '?tab.1=board' },
      { name: 'calendar', path: '?tab.1=calendar' },
      { name: 'dashboard', path: 'team' },
      { name: 'form', path: 'tickets/new' },
    ],
  },
  {
    document: 'bookshop',
    person: 'Roc',
    screens: [
      { name: 'cards', path: '' },
      { name: 'record', path: 'orders/3' },
      { name: 'list', path: 'shop/stock' },
    ],
  },
  {
    document: 'invoicing',
    person: 'Dora',
    screens: [
      { name: 'list', path: '' },
      { name: 'record', path: '', follow: ['Harbour'] },
      { name: 'related', path: 'clients' },
    ],
  },
  {
    document: 'inventory',
    person: 'Iris',
    screens: [
      { name: 'record', path: 'parts/S-17' },
      { name: 'related', path: 'people' },
      { name: 'list', path: '' },
    ],
  },
];

/** More documents, only taken by name. The clinic's text runs from right to left. */
const others: readonly Product[] = [
  {
    document: 'clinic',
    person: 'هدى',
    screens: [
      { name: 'calendar', path: '' },
      { name: 'list', path: 'patients' },
      { name: 'record', path: 'appointments/1' },
    ],
  },
  {
    document: 'teamwork',
    person: 'Lena',
    screens: [
      { name: 'start', path: '' },
      { name: 'organisation', path: 'o/northwind' },
      { name: 'tasks', path: 'o/northwind/tasks' },
      { name: 'people', path: 'o/northwind/people' },
      { name: 'settings', path: 'o/northwind/settings' },
      { name: 'task', path: 'tasks/1' },
      { name: 'project', path: '', follow: ['Northwind', 'Library'] },
    ],
  },
  {
    document: 'conduit',
    person: 'jake',
    screens: [
      { name: 'feed', path: '?tab.1=global-feed' },
      { name: 'article', path: '?tab.1=global-feed', follow: ['A claim'] },
      { name: 'settings', path: 'settings' },
    ],
  },
  {
    document: 'webshop',
    person: 'Tor',
    screens: [
      { name: 'cards', path: '' },
      { name: 'board', path: 'roastery' },
      { name: 'record', path: 'orders/5' },
    ],
  },
];

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
}

async function actAs(page: Page, { person }: Product): Promise<void> {
  // The organisation switcher comes before the menu of people.
  await page.locator('aside button[aria-haspopup=menu], header button[aria-haspopup=menu]').filter({ visible: true }).last().click();
  await page
    .getByRole('menuitemradio', { name: new RegExp(person, 'u') })
    .first()
    .click();
  await settled(page);
}

async function take(browser: Browser, url: string, product: Product, size: keyof typeof sizes, theme: 'light' | 'dark', folder: string) {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Amsterdam',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${product.document}: ${error.message}`));
  await page.goto(url);
  await settled(page);
  await actAs(page, product);
  const taken: string[] = [];
  for (const { name, path, follow = [] } of product.screens) {
    await page.goto(url + path);
    await settled(page);
    for (const link of follow) {
      await page.locator('article').getByRole('link', { name: link }).first().click();
      await settled(page);
    }
    await page.waitForTimeout(300);
    const file = `${product.document}-${name}-${size}-${theme}.png`;
    await page.screenshot({ path: join(folder, file) });
    taken.push(file);
  }
  await context.close();
  return taken;
}

async function sheet(browser: Browser, folder: string, name: string, files: readonly string[], wide: boolean): Promise<void> {
  const before = process.env['BEFORE'];
  // A sheet with both is for the documentation, and so is small.
  const width = before === undefined ? (wide ? 720 : 300) : wide ? 440 : 170;
  const columns = wide ? 4 : before === undefined ? 4 : 8;
  const page = await browser.newPage({ viewport: { width: columns * (width + 20) + 40, height: 800 } });
  const picture = (path: string, caption: string) =>
    `<figure><img src="${path}" width="${width}"><figcaption>${caption}</figcaption></figure>`;
  const pictures = files.flatMap((file) => {
    if (before === undefined) return [picture(file, file)];
    const earlier = resolve(before, file);
    const words = file.replace(/-(?:wide|narrow)-.*/u, '').replaceAll('-', ', ');
    return existsSync(earlier) ? [picture(`file://${earlier}`, `${words}: before`), picture(file, 'after')] : [];
  });
  const style = 'body{display:flex;flex-wrap:wrap;gap:20px;margin:20px;font:12px sans-serif;background:#ddd}figure{margin:0}';
  writeFileSync(join(folder, `${name}.html`), `<!doctype html><style>${style}</style>${pictures.join('')}`);
  await page.goto(`file://${join(folder, `${name}.html`)}`);
  await page.waitForLoadState('networkidle');
  const as = before === undefined ? ({ type: 'png' } as const) : ({ type: 'jpeg', quality: 72 } as const);
  await page.screenshot({ path: join(folder, `${name}.${as.type}`), fullPage: true, ...as });
  await page.close();
}

const [target, ...named] = process.argv.slice(2);
if (target === undefined) throw new Error('Name the folder for the pictures: npm run look -- FOLDER');
const folder = resolve(target);
mkdirSync(folder, { recursive: true });
const wanted = named.length === 0 ? products : [...products, ...others].filter(({ document }) => named.includes(document));
const kinds = (['wide', 'narrow'] as const).flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ size, theme })));
const chosen = process.env['KIND'] === undefined ? kinds : kinds.filter(({ size, theme }) => process.env['KIND'] === `${size}-${theme}`);
const browser = await launchChromium();
const pictures = new Map<string, string[]>();
for (const product of wanted) {
  const built = mkdtempSync(join(tmpdir(), 'look-'));
  await runNinefold(['build', `specs/${product.document}.md`, '--out', built, '--base', '/']);
  const served = await serveSite(built, { base: '/', fallback: true });
  for (const { size, theme } of chosen) {
    const taken = await take(browser, served.url, product, size, theme, folder);
    pictures.set(`${size}-${theme}`, [...(pictures.get(`${size}-${theme}`) ?? []), ...taken]);
  }
  await served.close();
  rmSync(built, { recursive: true, force: true });
}
for (const [kind, files] of pictures) await sheet(browser, folder, `sheet-${kind}`, files, kind.startsWith('wide'));
await browser.close();
console.log(`${[...pictures.values()].flat().length} pictures and ${pictures.size} contact sheets in ${folder}`);
