import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloaded } from '../../testing/browser/chromium.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** Several documents in one browser: how they begin, and how all of them leave it. */
describe('the document menu', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
  });

  afterAll(async () => {
    await opened?.close();
  });

  const openMenu = async () => {
    // The menu that was open before gives the focus back as it goes.
    await page.waitForFunction(() => document.querySelector('[role=menu]') === null);
    await page.getByRole('button', { name: /^Document:/ }).click();
  };
  const beginFrom = async (name: string) => {
    await openMenu();
    await page.getByRole('menuitem', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  it('has nothing to export while the examples are as they came', async () => {
    await openMenu();
    const item = page.getByRole('menuitem', { name: /^Export all documents/ });
    await item.getByText('no documents of your own').waitFor();
    await expect.poll(() => item.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
  });

  it('begins with nothing, question by question: the first waits for its answer', async () => {
    await beginFrom('Blank document, guided');
    await page.waitForFunction(() => document.querySelector('[data-problems] ol > li')?.contains(document.activeElement));
    await page.locator('[data-problems] ol > li input').first().fill('Regatta');
    await page.keyboard.press('Enter');
    await page.locator('.cm-content').getByText('Regatta').first().waitFor();
  });

  it('copies an example into a document of one’s own, by keyboard', async () => {
    await page.waitForFunction(() => document.querySelector('[role=menu]') === null);
    await page.getByRole('button', { name: /^Document:/ }).focus();
    await page.keyboard.press('ArrowDown');
    const begin = page.getByRole('menuitem', { name: 'New', exact: true });
    await begin.waitFor();
    await begin.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Clubhouse' }).waitFor();
    await page.keyboard.type('Club');
    await page.keyboard.press('Enter');
    await page.getByText('Created your own copy of Clubhouse').waitFor();
    expect(page.url()).not.toContain('#/booking');
  });

  it('exports all that is one’s own as one archive', async () => {
    await beginFrom('Blank document');
    await page.getByRole('button', { name: 'Document: Untitled' }).waitFor();
    await openMenu();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export all documents', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('ninefold-documents.zip');
    const files = unzipSync(await downloaded(download));
    expect(Object.keys(files).filter((name) => name === 'Clubhouse.md' || name === 'Untitled.md')).toHaveLength(2);
    expect(Object.keys(files)).toHaveLength(3);
    expect(Object.values(files).some((bytes) => strFromU8(bytes).includes('Regatta'))).toBe(true);
    await page.getByText('with 3 documents').waitFor();
  });
});
