import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { buildProduct } from '../../testing/process/build-product.ts';

it('an invitation is accepted, and who sent it reads so in their inbox', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-inbox-'));
  const browser = await launchChromium();
  try {
    await buildProduct('specs/teamwork.md', folder);
    const served = await serveSite(folder, { base: '/' });
    const page = await browser.newPage({ locale: 'en-GB' });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const actAs = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: /^Acting as/ }).click();
      await page.getByRole('menuitemradio', { name }).click();
      await page.getByRole('button', { name: `Acting as ${name}` }).waitFor();
    };
    await page.goto(served.url);
    await actAs('Sol Vega');
    // Who is in no organisation sees none, and gets one by accepting.
    expect(await page.getByRole('link', { name: 'Tasks' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Harbour Rowing' }).click();
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('dialog', { name: 'Join?' }).getByRole('button', { name: 'Join' }).click();
    await page.getByRole('link', { name: 'Tasks' }).waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);

    // Who founds one comes to it.
    await page.goto(served.url);
    await page.getByRole('button', { name: 'Found an organisation' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Chess in the park');
    await page.getByRole('textbox', { name: /^Short name/ }).fill('chess');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Start project' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/o/chess');
    expect(await page.getByRole('button', { name: 'Chess in the park' }).count()).toBe(1);

    await actAs('Mats Berg');
    const bell = page.getByRole('button', { name: 'Messages, 1 unread' });
    await bell.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Messages' });
    const message = panel.getByRole('link', { name: 'sol@example.com is in Harbour Rowing' });
    await message.waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await message.click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'sol@example.com' }).waitFor();
    await page.getByRole('button', { name: 'Messages', exact: true }).waitFor();

    // The menu names the organisation, its screens have their own names; an owner is a member, too.
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await page.getByRole('button', { name: 'Acting as Mats Berg person, owner', exact: true }).waitFor();

    // Messages of one moment keep the order in which they were written.
    await page.getByRole('link', { name: 'Borrow twelve buoys' }).click();
    const messages = page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
    await page.getByRole('textbox', { name: 'Message' }).fill('Then we have them all.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => messages.count()).toBe(3);
    expect(await messages.allInnerTexts()).toEqual([
      expect.stringContaining('The harbour master lends us eight.'),
      expect.stringContaining('I ask the sailing club for the other four.'),
      expect.stringContaining('Then we have them all.'),
    ]);
    expect(await axeProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await served.close();
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
});
