import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblemsInLightAndDark } from '../../testing/browser/axe.ts';
import { serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { goTo } from '../../testing/browser/places.ts';
import { openMailServer, readable } from '../../testing/mail-server.ts';
import { buildProduct } from '../../testing/process/build-product.ts';

const rows = '| Confirm email | yes |\n| Reset password | by mail |\n| Invite | manager |\n';

/** Waits for the nth mail, and gives the link in it. */
async function linkIn(received: readonly { readonly raw: string }[], nth: number): Promise<string> {
  const until = Date.now() + 15_000;
  while (received.length < nth && Date.now() < until) await new Promise((done) => setTimeout(done, 50));
  return /http:\/\/127\.0\.0\.1:\d+\/\?~link=[\w.-]+/.exec(readable(received[nth - 1]?.raw ?? ''))?.[0] ?? 'no link';
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

describe('mailed links', () => {
  let browser: Browser;
  let folder = '';
  let document = '';
  const problems: string[] = [];
  const opened = async (): Promise<Page> => {
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    return page;
  };

  beforeAll(async () => {
    const text = await readFile(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'mailed-links-'));
    document = join(folder, 'helpdesk.md');
    await writeFile(document, text.replace('| Session | `SESSION_LENGTH` |', `${rows}$&`));
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('a person signs up, resets a password, and is invited over a server that sends mails', async () => {
    const mails = await openMailServer();
    const port = await freePort();
    const bin = fileURLToPath(new URL('../../bin/ninefold.js', import.meta.url));
    const given = ['--mail', mails.url, '--mail-from', 'Help <help@example.com>', '--url', `http://127.0.0.1:${port}`];
    const child: ChildProcess = spawn(process.execPath, [bin, 'serve', document, '--memory', '--port', String(port), ...given], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      await new Promise<void>((resolve, reject) => {
        let said = '';
        child.stderr?.on('data', (data) => {
          said += data;
          if (said.includes('Serving')) resolve();
        });
        child.on('close', (code) => reject(new Error(`ended with ${code}: ${said}`)));
      });
      const url = `http://127.0.0.1:${port}`;
      const page = await opened();
      await page.goto(`${url}/sign-in`);
      const signUp = page.getByRole('form', { name: 'Sign up' });
      await signUp.getByRole('textbox', { name: 'Name' }).fill('Nia');
      await signUp.getByRole('textbox', { name: 'Email' }).fill('nia@example.com');
      await signUp.locator('input[type=password]').fill('long-enough-1');
      await signUp.getByRole('button', { name: 'Sign up' }).click();
      await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
      await page.goto(await linkIn(mails.received, 1));
      const finish = page.getByRole('form', { name: 'Finish signing up' });
      await finish.locator('input[type=password]').fill('long-enough-1');
      await finish.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('button', { name: /^Acting as.*Nia/ }).waitFor();

      const other = await opened();
      await other.goto(`${url}/sign-in`);
      await other.getByRole('button', { name: 'Forgot your password?' }).click();
      const ask = other.getByRole('form', { name: 'Reset your password' });
      await ask.getByRole('textbox', { name: 'Email address' }).fill('nia@example.com');
      await ask.getByRole('button', { name: 'Mail me a link' }).click();
      await other.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
      const link = await linkIn(mails.received, 2);
      await other.goto(link);
      const set = other.getByRole('form', { name: 'Set a new password' });
      await set.locator('input[type=password]').fill('another-one-2');
      expect(await axeProblemsInLightAndDark(other)).toEqual([]);
      await set.getByRole('button', { name: 'Set password' }).click();
      await other.getByRole('button', { name: /^Acting as.*Nia/ }).waitFor();
      await other.goto(link);
      await other.getByRole('heading', { level: 1, name: 'This link doesn’t work any more' }).waitFor();
      // The browser that was signed in before is not any more.
      await page.goto(`${url}/sign-in`);
      await page.getByRole('form', { name: 'Sign in' }).waitFor();

      await page.getByRole('form', { name: 'Sign in' }).getByRole('textbox', { name: 'Email' }).fill('mia@example.com');
      await page.getByRole('form', { name: 'Sign in' }).locator('input[type=password]').fill('correct-horse');
      await page.getByRole('form', { name: 'Sign in' }).getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: /^Acting as.*Mia/ }).click();
      await page.getByRole('menuitem', { name: 'Account' }).click();
      const invite = page.getByRole('form', { name: 'Invite people' });
      await invite.getByRole('textbox', { name: 'Email address' }).fill('new@example.com');
      await invite.getByRole('button', { name: 'Send invitation' }).click();
      await page.getByText('Invitation sent').waitFor();
      const newcomer = await opened();
      await newcomer.goto(await linkIn(mails.received, 3));
      const make = newcomer.getByRole('form', { name: 'Create your account' });
      await make.getByRole('textbox', { name: 'Name' }).fill('Neo');
      await make.locator('input[type=password]').fill('long-enough-3');
      await make.getByRole('button', { name: 'Create account' }).click();
      await newcomer.getByRole('button', { name: /^Acting as.*Neo/ }).waitFor();
      expect(problems).toEqual([]);
    } finally {
      child.kill('SIGTERM');
      await mails.close();
    }
  });

  it('in the browser the outbox shows the mail, and its link works', async () => {
    const out = join(folder, 'site');
    await buildProduct(document, out);
    const served = await serveSite(out, { base: '/' });
    try {
      const page = await opened();
      await page.goto(served.url);
      const marked = page.getByRole('navigation', { name: 'Screens' }).locator('[aria-current]');
      await marked.first().waitFor();
      // The outbox is at the path of the first screen, and that is not what is open.
      await goTo(page, '/?~outbox');
      await page.getByRole('heading', { name: 'Outbox' }).waitFor();
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first().waitFor();
      expect(await marked.count()).toBe(0);
      await page.getByRole('button', { name: /^Acting as/ }).click();
      await page.getByRole('menuitemradio', { name: /^Signed out/ }).click();
      await page.getByRole('button', { name: 'Acting as Signed out' }).waitFor();
      await page.setViewportSize({ width: 390, height: 800 });
      await goTo(page, '/sign-in');
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      const ask = page.getByRole('form', { name: 'Reset your password' });
      await ask.getByRole('textbox', { name: 'Email address' }).fill('ana@example.com');
      await ask.getByRole('button', { name: 'Mail me a link' }).click();
      await page.getByRole('button', { name: 'Outbox' }).click();
      await page.getByText('Set a new password for Helpdesk').click();
      await page.getByText('Open this link to set a new password.').waitFor();
      expect(await axeProblemsInLightAndDark(page)).toEqual([]);
      await page.getByRole('button', { name: 'Open the link' }).click();
      const set = page.getByRole('form', { name: 'Set a new password' });
      await set.locator('input[type=password]').fill('another-one-2');
      await set.getByRole('button', { name: 'Set password' }).click();
      await set.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    } finally {
      await served.close();
    }
  });
});
