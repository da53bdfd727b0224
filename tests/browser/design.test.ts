import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { type ServedSite, serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { shown } from '../../testing/browser/places.ts';
import { buildProduct } from '../../testing/process/build-product.ts';

/** The rules of docs/design.md that only a drawn page can break. */
describe('the rules of the design, on a built product', () => {
  let folder: string;
  let browser: Browser;
  let served: ServedSite;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ninefold-design-'));
    await buildProduct('testing/documents/helpdesk.md', folder);
    served = await serveSite(folder, { base: '/' });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
    page.setDefaultTimeout(60_000);
    await page.goto(served.url);
    await shown(page);
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page.getByRole('menuitemradio', { name: /^Mia/ }).click();
    await page.getByRole('row', { name: /Boiler makes a noise/ }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('asks before a state without a way out, in the words of the button; Cancel changes nothing', async () => {
    await page.goto(`${served.url}#/tickets/3`);
    await page.getByRole('heading', { level: 1, name: 'Invoice has the wrong address' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Close?' });
    await dialog.getByText(/closed/iu).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor();
  });

  it('leads up from a record, names each field once, and shows days as <time>', async () => {
    const way = page.getByRole('navigation', { name: 'Breadcrumb' });
    await way.getByRole('link', { name: 'Queue' }).waitFor();
    await way.getByText('#3', { exact: true }).waitFor();
    const labels = await page.locator('main dt').allTextContents();
    expect(labels.length).toBeGreaterThan(2);
    expect(new Set(labels).size).toBe(labels.length);
    expect(await page.locator('main time[datetime]').count()).toBeGreaterThan(0);
  });

  it('shows comments as messages with one box below, and says plainly what is not there', async () => {
    const message = page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
    await message.getByText('Ida Obi').waitFor();
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(1);
    await page.getByRole('textbox', { name: 'Answer' }).fill('The copy is in the post.');
    await page.getByRole('button', { name: 'Send' }).click();
    await message.nth(1).getByText('The copy is in the post.').waitFor();
    await page.getByRole('heading', { name: 'Comments 2', exact: true }).waitFor();
    // The box is the last row of the card, and leaves the screen one filled action.
    const card = await page.getByRole('list', { name: 'Comments' }).boundingBox();
    const box = await page
      .locator('form', { has: page.getByRole('textbox', { name: 'Answer' }) })
      .locator('..')
      .boundingBox();
    expect(box).toMatchObject({ x: card?.x, width: card?.width, y: (card?.y ?? 0) + (card?.height ?? 0) - 1 });
    expect(await page.locator('main [data-variant="primary"]').allTextContents()).toEqual(['Close']);
    await page.getByRole('button', { name: 'Edit Photo: None · Add' }).waitFor();
    // "Late: No" would say nothing.
    expect(await page.getByRole('term').filter({ hasText: 'Late' }).count()).toBe(0);
  });

  it('keeps the heads of a table in sight and its first column narrow', async () => {
    await page.goto(`${served.url}#/`);
    const head = page.getByRole('columnheader').filter({ hasText: 'Subject' });
    await head.waitFor();
    expect(await head.evaluate((cell) => getComputedStyle(cell).position)).toBe('sticky');
    const widest = await page.evaluate(() => Math.max(...[...document.querySelectorAll('tbody td')].map((cell) => cell.clientWidth)));
    expect(widest).toBeLessThan(700);
  });

  it('says how many records a list has once, and how many wait in a queue', async () => {
    const found = page.getByText(/^\d+ tickets$/);
    const waiting = Number.parseInt((await found.textContent()) ?? '', 10);
    const queue = page
      .getByRole('navigation')
      .first()
      .getByRole('link', { name: /^Queue/ });
    expect(await queue.textContent()).toBe(`Queue${waiting}`);
    await page.goto(`${served.url}#/team`);
    await page.getByRole('heading', { name: /^People \d+$/ }).waitFor();
    // Screen readers find it beside the filters, too.
    const said = page.getByText(/^\d+ (?:people|person)$/);
    expect(await said.evaluate((one) => one.getBoundingClientRect().width)).toBeLessThan(2);
    await page.goto(`${served.url}#/`);
    await page.getByRole('row', { name: /Boiler makes a noise/ }).waitFor();
  });

  it('says by touch what can be changed, and keeps the cover of the way in inside its card', async () => {
    await page.goto(`${served.url}#/tickets/3`);
    const mark = (of: Page) => of.getByRole('button', { name: /^Edit priority: /iu }).locator('svg');
    await mark(page).waitFor({ state: 'attached' });
    expect(await mark(page).isVisible()).toBe(false);
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' });
    phone.setDefaultTimeout(60_000);
    const actAs = async (who: RegExp): Promise<void> => {
      await phone.getByRole('button', { name: /^Acting as/ }).tap();
      await phone.getByRole('menuitemradio', { name: who }).tap();
      await phone.getByRole('menu').waitFor({ state: 'detached' });
    };
    await phone.goto(served.url);
    await actAs(/^Mia/);
    await phone.getByRole('link', { name: /Boiler makes a noise/ }).waitFor();
    await phone.goto(`${served.url}#/tickets/3`);
    // Until the record is there, the list before it stays, whose rows have the sign, too.
    await phone.getByRole('link', { name: /Boiler makes a noise/ }).waitFor({ state: 'detached' });
    await mark(phone).waitFor();
    await actAs(/^Signed out/);
    await phone.goto(`${served.url}#/sign-in`);
    const [card, cover] = [phone.getByRole('article'), phone.locator('article img')];
    await cover.waitFor();
    const [around, inside] = [await card.boundingBox(), await cover.boundingBox()];
    expect(inside?.x).toBeGreaterThanOrEqual(around?.x ?? 999);
    expect(inside?.width).toBeLessThanOrEqual(around?.width ?? 0);
    await phone.context().close();
  });

  it('is whole at twice the size, and nothing opens beyond the edge of a narrow window', async () => {
    // A window of 1440 by 900 at 200 %.
    await page.setViewportSize({ width: 720, height: 450 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    for (const place of ['#/', '#/tickets/3', '#/tickets/new', '#/team']) {
      await page.goto(served.url + place);
      await shown(page);
      expect([place, await over()]).toEqual([place, 0]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${served.url}#/`);
    await page.getByRole('button', { name: 'Columns, order, views' }).click();
    // It finds its place after it has opened.
    const edges = async () => {
      const box = await page.getByRole('dialog').last().boundingBox();
      return box === null ? null : [box.x >= 0, box.x + box.width <= 390];
    };
    await expect.poll(edges).toEqual([true, true]);
    expect(await axeProblems(page)).toEqual([]);
  });
});
