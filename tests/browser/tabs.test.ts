import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { typePlace } from '../../testing/browser/places.ts';
import { type ServedWorkbench, serveWorkbench } from '../../testing/browser/workbench.ts';

/**
 * Several tabs with one document: one keeps the data, the others speak with it, and one of them
 * takes over when it goes.
 */
describe('one document in several tabs', () => {
  let served: ServedWorkbench;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    served = await serveWorkbench();
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  async function open(): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${served.url}/?view=product#/helpdesk`);
    await product(page).getByText('Boiler makes a noise').first().waitFor();
    return page;
  }
  const product = (page: Page) => page.locator('[data-product]');

  async function report(page: Page, subject: string): Promise<void> {
    await typePlace(page, '/tickets/new');
    await product(page).getByRole('textbox', { name: 'Subject' }).fill(subject);
    await product(page).getByRole('button', { name: 'Create Ticket', exact: false }).click();
    await product(page).getByRole('heading', { name: subject }).waitFor();
  }

  it('starts when the keeper closes during a call, as when a page is reloaded', async () => {
    const keeper = await open();
    const next = await context.newPage();
    next.setDefaultTimeout(60_000);
    await next.addInitScript(() => {
      const Plain = BroadcastChannel;
      globalThis.BroadcastChannel = class extends Plain {
        constructor(name: string) {
          super(name);
          this.addEventListener('message', (event: MessageEvent<{ readonly kind?: string }>) => {
            if (event.data.kind === 'welcome') document.documentElement.dataset['welcomed'] = '';
            if (event.data.kind === 'answer') event.stopImmediatePropagation();
          });
        }
      };
    });
    await next.goto(`${served.url}/?view=product#/helpdesk`);
    await next.locator('html[data-welcomed]').waitFor();
    await keeper.close();
    await product(next).getByText('Boiler makes a noise').first().waitFor();
    await next.close();
  });

  it('shows in each what was done in another, and loses nothing when the keeper is closed', async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    await report(first, 'From the keeper');
    await product(second).getByText('From the keeper').first().waitFor();
    await report(second, 'From a visitor');
    await product(third).getByText('From a visitor').first().waitFor();

    await first.close();
    await report(third, 'After the keeper');
    await typePlace(second, '/');
    for (const subject of ['From the keeper', 'From a visitor', 'After the keeper']) {
      await product(second).getByText(subject).first().waitFor();
    }

    await third.close();
    await second.reload();
    for (const subject of ['From the keeper', 'From a visitor', 'After the keeper']) {
      await product(second).getByText(subject).first().waitFor();
    }
    await expect.poll(() => product(second).getByText('Boiler makes a noise').count()).toBeGreaterThan(0);
  });
});
