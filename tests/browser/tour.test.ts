import { expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { withWorkbench } from '../../testing/browser/workbench.ts';

it('the tour begins on request, goes by keyboard, can be left, and is not offered again', () =>
  withWorkbench(async (url, browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${url}/#/helpdesk`);
    await page.locator('[data-product]').getByRole('heading', { level: 1 }).first().waitFor();
    const offer = page.getByRole('button', { name: 'One-minute tour' });
    await offer.focus();
    await page.keyboard.press('Enter');
    const stop = (title: string) => page.getByRole('dialog', { name: title });
    await stop('One document is the product').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'dialog');
    for (const title of ['It runs while you write', 'Switch person', 'Find the row']) {
      await page.keyboard.press('ArrowRight');
      await stop(title).waitFor();
    }
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await stop('Switch person').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await offer.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'One-minute tour' }).click();
    await stop('One document is the product').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }));
