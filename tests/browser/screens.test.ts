import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModel } from '../../src/model/read.ts';
import { matchRoute } from '../../src/runtime/routes.ts';
import { axeProblemsInLightAndDark } from '../../testing/browser/axe.ts';
import { type ServedSite, serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { markupShape } from '../../testing/browser/markup-shape.ts';
import { goTo, shown } from '../../testing/browser/places.ts';
import { buildProduct } from '../../testing/process/build-product.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/**
 * Every screen of every document, as one example person of each role and signed out: the walk
 * starts at the screens that need no record and follows the links. On each screen axe-core finds
 * nothing, light and dark, and on a telephone nothing is wider than the window. The reader's own
 * language shows a document in its second language where it has one.
 */
describe.each([
  { file: 'specs/booking.md', locale: 'en-GB', language: 'en' },
  { file: 'specs/bookshop.md', locale: 'es-ES', language: 'es' },
  { file: 'specs/clinic.md', locale: 'en-GB', language: 'ar' },
  { file: 'specs/conduit.md', locale: 'en-GB', language: 'en' },
  { file: 'specs/helpdesk.md', locale: 'en-GB', language: 'en' },
  { file: 'specs/inventory.md', locale: 'en-GB', language: 'en' },
  { file: 'specs/invoicing.md', locale: 'en-GB', language: 'en' },
  { file: 'specs/school.md', locale: 'en-GB', language: 'en' },
  { file: 'specs/unidentified.txt', locale: 'en-GB', language: 'en' },
])('$file in $language', ({ file, locale, language }) => {
  let folder: string;
  let served: ServedSite;
  let browser: Browser;
  let page: Page;
  let devtools: CDPSession;
  const errors: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ninefold-screens-'));
    await buildProduct(file, folder);
    served = await serveSite(folder, { base: '/' });
    browser = await launchChromium();
    page = await (await browser.newContext({ viewport: wide, reducedMotion: 'reduce', colorScheme: 'light', locale })).newPage();
    page.setDefaultTimeout(60_000);
    devtools = await page.context().newCDPSession(page);
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(served.url);
    await settled();
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function settled(): Promise<void> {
    await shown(page);
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  }

  // The only menu of the sidebar; its name is in the language of the screens.
  const acting = () => page.getByRole('complementary').first().locator('button[aria-haspopup=menu]');
  // The languages have their own group below the people.
  const choices = () => page.getByRole('menu').getByRole('group').first().getByRole('menuitemradio');

  interface Chosen {
    /** Of the menu of people. */
    readonly place: number;
    readonly name: string;
  }

  /** The first person of each role in the menu of people; the last is for signed out. */
  async function people(): Promise<readonly Chosen[]> {
    // Without accounts no person can be chosen.
    if (readModel(await readFile(file, 'utf8')).account === null) return [];
    await acting().click();
    await page.getByRole('menu').waitFor();
    const all = await choices().evaluateAll((items) =>
      items.map((item) => ({ name: item.textContent ?? '', roles: [...item.querySelectorAll('span')].at(-1)?.textContent ?? '' })),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const isFirst = (roles: string, place: number): boolean => all.findIndex((other) => other.roles === roles) === place;
    return all.flatMap(({ name, roles }, place) => (place === all.length - 1 || isFirst(roles, place) ? [{ place, name }] : []));
  }

  async function actAs(place: number): Promise<void> {
    await acting().click();
    await choices().nth(place).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await settled();
  }

  const shapes = new Set<string>();

  /** Pixels beyond a telephone's window. Only the page takes its size: the window needs longer. */
  async function tooWide(): Promise<number> {
    const sized = (size: typeof wide) =>
      devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
    await sized(narrow);
    const [width, over] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [innerWidth, scrollWidth - clientWidth] as const;
    });
    expect(width).toBe(narrow.width);
    await sized(wide);
    return over;
  }

  /** What is wrong on the screen that is shown; axe-core looks once at screens of one shape. */
  async function problemsHere(): Promise<readonly string[]> {
    const shape = await markupShape(page);
    const found = shapes.has(shape) ? [] : [...(await axeProblemsInLightAndDark(page))];
    shapes.add(shape);
    const over = await tooWide();
    if (over > 0) found.push(`on a telephone ${over} px too wide`);
    return found;
  }

  it('is shown in its language', async () => {
    expect(await page.locator('[lang]').last().getAttribute('lang')).toMatch(new RegExp(`^${language}\\b`));
  });

  // Half a minute for the largest document, several times that on a busy machine.
  it('has no screen with a barrier', async () => {
    const { screens } = readModel(await readFile(file, 'utf8'));
    const begins = screens.flatMap(({ route }) => (route.includes(':') ? [] : [route]));
    const problems: Record<string, readonly string[]> = {};
    const seen = new Set<string>();
    const walk = async (name: string, from: readonly string[]): Promise<void> => {
      const queue = [...from];
      const visited = new Set<string>();
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        const screen = matchRoute(screens, path)?.screen ?? path;
        if (visited.has(screen)) continue;
        visited.add(screen);
        seen.add(screen);
        await goTo(page, path);
        await settled();
        const found = await problemsHere();
        if (found.length > 0) problems[`${screen} as ${name}`] = found;
        const links = await page.locator('a[href^="#/"]').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
        queue.push(...links.map((link) => link.slice(1).replace(/\?.*$/u, '')));
      }
    };
    const chosen = await people();
    if (chosen.length === 0) await walk('signed out', ['/', ...begins]);
    for (const { place, name } of chosen) {
      await actAs(place);
      await walk(name, ['/', ...begins]);
    }
    // Where no link leads: the screen of a record that does not exist.
    const unseen = screens.filter(({ name }) => !seen.has(name.text)).map(({ route }) => route.replaceAll(/:\w+/gu, 'none'));
    await walk(chosen.at(-1)?.name ?? 'signed out', unseen);
    expect(problems).toEqual({});
    expect(errors).toEqual([]);
    if (screens.length > 0) expect([...seen].sort()).toEqual(screens.map(({ name }) => name.text).sort());
  }, 240_000);
});
