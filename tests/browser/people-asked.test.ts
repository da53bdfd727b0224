import { expect, it } from 'vitest';
import { withWorkbench } from '../../testing/browser/workbench.ts';

it('the people to act as are read when the menu opens, not with each change of the document', async () => {
  await withWorkbench(async (url, browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.addInitScript(() => {
      const counted = globalThis as unknown as { asked: number };
      counted.asked = 0;
      for (const { prototype } of [Worker, MessagePort]) {
        const post = prototype.postMessage;
        prototype.postMessage = function (this: Worker & MessagePort, ...given: unknown[]) {
          if (JSON.stringify(given[0])?.includes('"actors"')) counted.asked++;
          return Reflect.apply(post, this, given);
        };
      }
    });
    const asked = () => page.evaluate(() => (globalThis as unknown as { asked: number }).asked);
    await page.goto(`${url}/#/helpdesk`);
    const product = page.locator('[data-product]');
    const menu = product.getByRole('button', { name: /^Acting as/ }).first();
    await menu.click();
    await page.getByRole('menuitemradio', { name: /Bo Chen/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const before = await asked();
    expect(before).toBeGreaterThan(0);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    for (const [index, letter] of [...' desk'].entries()) {
      await page.keyboard.type(letter);
      await product
        .getByText(`Helpdesk${' desk'.slice(0, index + 1)}`.trim(), { exact: true })
        .first()
        .waitFor();
    }
    expect(await asked()).toBe(before);
    await menu.click();
    await page.getByRole('menuitemradio', { name: /Bo Chen/ }).waitFor();
    await expect.poll(asked).toBeGreaterThan(before);
  });
});
