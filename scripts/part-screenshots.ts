// `npm run screenshots -- FOLDER`: takes pictures of every part of the running product in four
// states (light, dark, 390 px, empty), for review.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSite } from '../testing/browser/built-site.ts';
import { launchChromium } from '../testing/browser/chromium.ts';
import { runNinefold } from '../testing/process/run-ninefold.ts';

const gallery = fileURLToPath(new URL('../tests/samples/gallery.md', import.meta.url));

/** The document without its examples, for an empty product. */
const withoutExamples = (text: string): string => text.replace(/^\| Example \|[^\n]*\n(?:\|[^\n]*\n)+/gmu, '');

const states = [
  { name: 'light', width: 1440, height: 900, colorScheme: 'light', empty: false },
  { name: 'dark', width: 1440, height: 900, colorScheme: 'dark', empty: false },
  { name: 'narrow', width: 390, height: 844, colorScheme: 'light', empty: false },
  { name: 'empty', width: 1440, height: 900, colorScheme: 'light', empty: true },
] as const;

/** The screens of the gallery; the one that needs a record gets the first. */
const screensOf = (text: string): { readonly name: string; readonly path: string }[] =>
  [...text.matchAll(/^\| ([^|]+) \| (\/[^|]*?) \| [^|]*\|$/gmu)].map(([, name = '', path = '']) => ({
    name,
    path: path.replace(':number', '1'),
  }));

/**
 * Takes the pictures into a folder. Returns the number of pages that are wider than their window.
 */
export async function partScreenshots(folder: string): Promise<number> {
  const text = readFileSync(gallery, 'utf8');
  const work = join(folder, '.site');
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, 'full.md'), text);
  writeFileSync(join(work, 'empty.md'), withoutExamples(text));
  for (const name of ['full', 'empty']) await runNinefold(['build', join(work, `${name}.md`), '--out', join(work, name)]);
  const browser = await launchChromium();
  let wide = 0;
  try {
    for (const state of states) {
      const served = await serveSite(join(work, state.empty ? 'empty' : 'full'), { base: '/' });
      const context = await browser.newContext({
        viewport: { width: state.width, height: state.height },
        colorScheme: state.colorScheme,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/Amsterdam',
      });
      const page = await context.newPage();
      for (const { name, path } of screensOf(text)) {
        await page.goto(`${served.url}#${path}`);
        // A record's screen has the record's title.
        if (!path.endsWith('/1')) await page.waitForFunction(`document.title.startsWith(${JSON.stringify(name)})`);
        // Waits for delayed placeholders, and for the content that replaces them.
        await page.waitForTimeout(700);
        const file = `${name.toLowerCase().replaceAll(' ', '-')}-${state.name}.png`;
        await page.screenshot({ path: join(folder, file) });
        const over = Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));
        if (over > 0) {
          wide++;
          console.log(`${file}: ${over} px wider than its window`);
        }
      }
      await context.close();
      await served.close();
    }
  } finally {
    await browser.close();
    rmSync(work, { recursive: true, force: true });
  }
  console.log(`${states.length * screensOf(text).length} pictures in ${folder}`);
  return wide;
}
