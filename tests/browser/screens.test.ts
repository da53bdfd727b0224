import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModel } from '../../src/model/read.ts';
import { locate } from '../../src/runtime/routes.ts';
import { axeProblems } from '../../testing/browser/axe.ts';
import { type ServedSite, serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { runNinefold } from '../../testing/process/run-ninefold.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/**
 * Every screen of every document, as each who may sit there: found by walking, as people do, from
 * the screens that need no record along the links. On each axe-core finds nothing, light and dark,
 * and on a telephone nothing is wider than the window.
 */
describe.each([
  'specs/booking.md',
  'specs/conduit.md',
  'specs/helpdesk.md',
  'specs/inventory.md',
  'specs/invoicing.md',
  'specs/school.md',
  'specs/unidentified.txt',
])('%s', (file) => {
  let folder: string;
  let served: ServedSite;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ninefold-screens-'));
    await runNinefold(['build', file, '--out', folder]);
    served = await serveSite(folder, { base: '/' });
    browser = await launchChromium();
    page = await (await browser.newContext({ viewport: wide, reducedMotion: 'reduce', locale: 'en-GB' })).newPage();
    page.setDefaultTimeout(20_000);
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
    await page.getByRole('main').first().waitFor();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  }

  const acting = () => page.getByRole('button', { name: /^Acting as/ }).first();

  /** Who may sit there: the names in the menu, in its order. */
  async function people(): Promise<readonly string[]> {
    // Without accounts there is nobody to be.
    if (readModel(await readFile(file, 'utf8')).account === null) return [];
    await acting().click();
    await page.getByRole('menu').waitFor();
    const names = await page.getByRole('menuitemradio').allTextContents();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    return names;
  }

  async function sitDown(place: number): Promise<void> {
    await acting().click();
    await page.getByRole('menuitemradio').nth(place).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await settled();
  }

  /** What is wrong where one is now. */
  async function problemsHere(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await axeProblems(page)).map((problem) => `${colorScheme}: ${problem}`));
    }
    await page.setViewportSize(narrow);
    const over = Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));
    if (over > 0) found.push(`on a telephone ${over} px too wide`);
    await page.setViewportSize(wide);
    return found;
  }

  it('has nothing on any screen that keeps anybody out', async () => {
    const { screens } = readModel(await readFile(file, 'utf8'));
    const begins = screens.flatMap(({ route }) => (route.includes(':') ? [] : [route]));
    const problems: Record<string, readonly string[]> = {};
    const seen = new Set<string>();
    const walk = async (name: string, from: readonly string[]): Promise<void> => {
      const queue = [...from];
      const visited = new Set<string>();
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        const screen = locate(screens, path)?.screen ?? path;
        if (visited.has(screen)) continue;
        visited.add(screen);
        seen.add(screen);
        await page.evaluate((to) => {
          location.hash = to;
        }, path);
        await settled();
        const found = await problemsHere();
        if (found.length > 0) problems[`${screen} as ${name}`] = found;
        const links = await page.locator('a[href^="#/"]').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
        queue.push(...links.map((link) => link.slice(1).replace(/\?.*$/u, '')));
      }
    };
    const names = await people();
    for (const [place, name] of (names.length === 0 ? ['nobody'] : names).entries()) {
      if (names.length > 0) await sitDown(place);
      await walk(name, ['/', ...begins]);
    }
    // Where no example leads: what is shown of a record that is not there.
    const unseen = screens.filter(({ name }) => !seen.has(name.text)).map(({ route }) => route.replaceAll(/:\w+/gu, 'none'));
    await walk(names.at(-1) ?? 'nobody', unseen);
    expect(problems).toEqual({});
    expect(errors).toEqual([]);
    if (screens.length > 0) expect([...seen].sort()).toEqual(screens.map(({ name }) => name.text).sort());
  });
});
