import type { Locator, Page } from 'playwright-core';

/** A keyboard user in the workbench's product. */
export interface Keys {
  focused(target: Locator): Promise<boolean>;
  /** Presses a key (Tab) until the target has the focus, at most `most` times. */
  tabTo(target: Locator, key?: string, most?: number): Promise<void>;
  /** Moves by arrow keys inside a menu, a list or tabs. */
  arrowTo(target: Locator, key?: string): Promise<void>;
  /** Acts as another person, through the menu of people. */
  become(name: string): Promise<void>;
  /** Opens a screen or record through the palette, and waits for its title. */
  goTo(what: string, title: string): Promise<void>;
}

export function keysOf(page: Page): Keys {
  const product = page.locator('[data-product]');
  const press = (key: string) => page.keyboard.press(key);

  const focused = (target: Locator): Promise<boolean> =>
    target
      .first()
      .evaluate((element) => element === document.activeElement)
      .catch(() => false);

  async function tabTo(target: Locator, key = 'Tab', most = 80): Promise<void> {
    await target.first().waitFor();
    let element = await target.first().elementHandle();
    for (let count = 0; count < most; count++) {
      // A locator searches the whole page, so this asks the element that it found until another
      // element replaces it.
      const at = await element?.evaluate((one) => (one === document.activeElement ? 'here' : one.isConnected ? 'elsewhere' : 'gone'));
      if (at === 'here') return;
      if (at !== 'elsewhere' || count % 8 === 7) {
        element = await target.first().elementHandle();
        if (await focused(target)) return;
      }
      await press(key);
    }
    const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    throw new Error(`${most} times ${key} did not lead to ${target}; the focus is at ${at}`);
  }

  const arrowTo = (target: Locator, key = 'ArrowDown'): Promise<void> => tabTo(target, key, 20);

  async function become(name: string): Promise<void> {
    await tabTo(product.getByRole('button', { name: /^Acting as/ }));
    await press('Enter');
    await arrowTo(page.getByRole('menuitemradio', { name }));
    await press('Enter');
    await product.getByRole('button', { name: `Acting as ${name}` }).waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }

  async function goTo(what: string, title: string): Promise<void> {
    await press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
    await page.keyboard.type(what);
    await page
      .getByRole('option', { name: new RegExp(`^${what}`) })
      .first()
      .waitFor();
    await press('Enter');
    await product.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  return { focused, tabTo, arrowTo, become, goTo };
}
