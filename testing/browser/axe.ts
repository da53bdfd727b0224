import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Half the size of `axe.source`, which browsers take a second to receive and compile. */
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeOptions {
  /** Only these rules of axe-core. */
  readonly rules?: readonly string[] | null;
  /** Only elements inside this selector. */
  readonly within?: string;
}

/** The accessibility problems of the page, one line each; empty if there are none. */
export async function axeProblems(page: Page, { rules = null, within = 'html' }: AxeOptions = {}): Promise<readonly string[]> {
  // Waits for elements that fade out, because their colours are mixed with the background's.
  await page.locator('[data-ending-style]').first().waitFor({ state: 'detached' });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  const found = await page.evaluate(
    async ([only, include]) => {
      const { axe: looker } = globalThis as unknown as { axe: typeof axe };
      // A separator between two panes belongs to neither, a tooltip to the element that it
      // describes, and an open menu, with its floating layer, to its button.
      const apart = [
        '[role=separator]',
        '[role=tooltip]',
        '[data-base-ui-portal]',
        ...['menu', 'listbox'].flatMap((role) => [`[role=${role}]`, `[role=${role}] *`]),
      ];
      looker.configure({ rules: [{ id: 'region', selector: `body *:not(${apart.join()})` }] });
      const { violations } = await looker.run(
        { include: [[include]] },
        {
          resultTypes: ['violations'],
          // Only rules that are off by default read style sheets, and our pages have no frames.
          preload: false,
          iframes: false,
          ...(only === null ? {} : { runOnly: { type: 'rule', values: [...only] } }),
        },
      );
      return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, html }) => ({ id, help, at: target.join(' '), html })));
    },
    [rules, within] as const,
  );
  return found.map(({ id, help, at, html }) => `${id}: ${help} – ${at}: ${html.slice(0, 160)}`);
}

/** The rules of axe-core about colours, which alone can differ in dark mode. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * The accessibility problems in light and dark mode; in dark only those of colours. Leaves the page
 * in light mode.
 */
export async function axeProblemsInLightAndDark(
  page: Page,
  { within = 'html' }: Pick<AxeOptions, 'within'> = {},
): Promise<readonly string[]> {
  const light = await axeProblems(page, { within });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeProblems(page, { within, rules: ofColours });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((problem) => `dark: ${problem}`)];
}
