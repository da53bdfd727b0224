import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What is wrong on the page for people with a keyboard, a reader or weak eyes: a line for each
 * place, empty when nothing is. `rules`: only these rules of axe-core; `within`: only what is in
 * the elements of this selector.
 */
export async function axeProblems(
  page: Page,
  { rules = null, within = 'html' }: { readonly rules?: readonly string[] | null; readonly within?: string } = {},
): Promise<readonly string[]> {
  // What is fading out is neither there nor gone: its colours are mixed.
  await page.locator('[data-ending-style]').first().waitFor({ state: 'detached' });
  // Half a megabyte: once for each page that is loaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ([only, include]) => {
      const { axe: looker } = globalThis as unknown as { axe: typeof axe };
      // A bar between two panes belongs to neither, a tooltip to what it describes, and an open
      // menu, with what it floats in, to its button.
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
          // Only rules that are off by default read style sheets, and no page of ours has frames.
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

/** What axe-core says of colours: in the dark nothing else differs. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** The same in the light and in the dark, where only the colours differ. Ends in the light. */
export async function axeProblemsInLightAndDark(page: Page): Promise<readonly string[]> {
  const light = await axeProblems(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeProblems(page, { rules: ofColours });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((problem) => `dark: ${problem}`)];
}
