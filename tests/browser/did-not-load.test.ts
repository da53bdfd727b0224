import { expect, it } from 'vitest';
import { withWorkbench } from '../../testing/browser/workbench.ts';

it('a menu whose code does not come says so and offers to reload the page, and then opens', async () => {
  await withWorkbench(async (url, browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.route(/menu-pieces[^/]*\.js$/, (route) => route.abort());
    await page.goto(`${url}/?view=product#/helpdesk`);
    const trigger = page.getByRole('button', { name: /^Acting as/ });
    await trigger.click();
    await page.getByText('This didn’t load.').first().waitFor();
    await expect.poll(() => trigger.getAttribute('aria-expanded')).toBe('false');
    await page.unroute(/menu-pieces[^/]*\.js$/);
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload', exact: true }).first().click();
    await reloaded;
    await trigger.click();
    await page.getByRole('menu').waitFor();
  });
});
