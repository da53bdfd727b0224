import type { Locator, Page } from 'playwright-core';
import { type SectionName, sectionNames } from '../../src/model/ast/common.ts';

/**
 * Waits until the product shows the screen of its place. The former screen stays until then, with
 * texts and fields of the same names, so wait here after every navigation.
 */
export async function shown(page: Page): Promise<void> {
  await page.locator('[data-product-main]:not([aria-busy=true]) h1').first().waitFor();
}

/** Goes to a place (`/tickets/1`) of a product that has the page to itself, and waits for it. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    if (location.hash === to) return;
    const changed = new Promise((done) => addEventListener('hashchange', done, { once: true }));
    location.hash = to;
    await changed;
  }, `#${path}`);
  await shown(page);
}

/**
 * Opens a document of the workbench at `url` with its product alone, and waits for its screen. A
 * page with another document changes to this one without loading again, which takes half the time,
 * and the former product is gone before this returns. A page with the same document loads again.
 */
export async function openProduct(page: Page, url: string, document: string): Promise<void> {
  if (/#\/([^/?]*)/.exec(page.url())?.[1] === document) await page.goto('about:blank');
  const former = await page.locator('[data-product-main]').elementHandles();
  await page.goto(`${url}/?view=product#/${document}`);
  for (const one of former) await page.waitForFunction((element) => !element.isConnected, one);
  await shown(page);
}

/**
 * Stores a text as a document of the workbench at `url`, as the workbench stores edits, and leaves
 * the page at an empty page of that origin: the workbench itself takes two seconds to load.
 */
export async function keepDocument(page: Page, url: string, document: string, text: string): Promise<void> {
  const empty = `${url}/empty`;
  // Without an icon of its own, the browser would request /favicon.ico and may report a 404.
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }));
  await page.goto(empty);
  await page.evaluate(([key, stored]) => localStorage.setItem(key, stored), [
    `ninefold/document/${document}`,
    JSON.stringify({ text }),
  ] as const);
  await page.unroute(empty);
}

/** Types a place into the product's address bar in the workbench, and waits for it. */
export async function typePlace(page: Page, path: string): Promise<void> {
  const address = page.getByRole('textbox', { name: 'Product address' });
  await address.fill(path);
  await address.press('Enter');
  await shown(page);
}

/**
 * Opens a section's view by the bar of sections, where any view is open already, and returns the
 * view. The same by an address would load the page again, which takes ten times as long.
 */
export async function openSection(page: Page, section: SectionName): Promise<Locator> {
  const button = page.getByRole('toolbar', { name: 'Sections' }).getByRole('button').nth(sectionNames.indexOf(section));
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  const view = page.locator(`[data-views=${section}]`);
  await view.waitFor();
  return view;
}

/** Opens a section's view where none is open yet. */
export async function openFirstSection(page: Page, section: SectionName): Promise<Locator> {
  await page.keyboard.press('F4');
  await page.locator('[data-views]').waitFor();
  return openSection(page, section);
}

/** Closes the view of a section that is open. */
export async function closeSection(page: Page): Promise<void> {
  await page.keyboard.press('F4');
  await page.locator('[data-views]').waitFor({ state: 'detached' });
}
