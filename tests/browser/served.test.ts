import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { serveProcess } from '../../testing/process/served-process.ts';

/**
 * The same screens over a server: two people in two browsers, each sees what they may, and what the
 * other did.
 */
describe('helpdesk on a server', () => {
  const servers: ChildProcess[] = [];
  let url = '';
  let folder = '';
  let browser: Browser;
  const problems: string[] = [];

  beforeAll(async () => {
    // With a form by which people change their own account.
    const text = await readFile(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'served-'));
    const helpdesk = join(folder, 'helpdesk.md');
    await writeFile(helpdesk, text.replace('- button Report a problem', '- form to edit me: name, email\n$&'));
    ({ url } = await serveProcess(helpdesk, ['--memory'], { children: servers }));
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    for (const one of servers) one.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  async function signedIn(name: string): Promise<Page> {
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' })
    ).newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // A browser that is not signed in is refused, and says so.
      if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text());
    });
    await page.goto(url);
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByRole('textbox', { name: /^Email/ }).fill(`${name}@example.com`);
    await form.getByLabel(/^Password/).fill('correct-horse');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    return page;
  }

  it('asks for a password, and what one person does the other sees', async () => {
    const [bo, ana] = [await signedIn('bo'), await signedIn('ana')];
    await bo.getByText('Boiler makes a noise').first().waitFor();
    await ana.getByRole('link', { name: 'My tickets' }).or(ana.getByText('Boiler makes a noise')).first().waitFor();
    await ana.goto(`${url}/tickets/new`);
    await ana.getByRole('textbox', { name: /^Subject/ }).fill('Radiator leaks');
    await ana.getByRole('button', { name: /^(Report|Create|Save|Send)/ }).click();
    await ana.getByText('Radiator leaks').first().waitFor();
    // Without a reload.
    await bo.getByText('Radiator leaks').first().waitFor();
    // A reload brings the same person to the same place.
    await ana.reload();
    await ana.getByText('Radiator leaks').first().waitFor();
    // No token where scripts could read it.
    expect(await ana.evaluate(() => [document.cookie, ...Object.values(localStorage)].join())).not.toMatch(/[\w-]{43}/);
    expect(problems).toEqual([]);
  });

  it('sends one request for a click, two to sign in, and one for another person’s change on the screen', async () => {
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' })
    ).newPage();
    page.setDefaultTimeout(60_000);
    const asked: string[] = [];
    let open = 0;
    const nameOf = (request: Request): string | undefined => /\/~\/session\/(\w+)$/u.exec(request.url())?.[1];
    page.on('request', (request) => {
      const name = nameOf(request);
      if (name === undefined) return;
      asked.push(name);
      open++;
    });
    const ended = (request: Request): void => {
      if (nameOf(request) !== undefined) open--;
    };
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
    /** Changes that the server has told the page of. */
    let heard = 0;
    const network = await page.context().newCDPSession(page);
    network.on('Network.eventSourceMessageReceived', ({ eventName }) => {
      if (eventName === 'changed') heard++;
    });
    await network.send('Network.enable');
    /** What was requested since the last look, once all is answered and nothing more follows. */
    const since = async (): Promise<readonly string[]> => {
      for (let before = -1; before !== asked.length || open > 0; ) {
        before = asked.length;
        await expect.poll(() => open).toBe(0);
        // Requests follow an answer or a message within two tasks.
        await page.evaluate(async () => {
          for (let task = 0; task < 5; task++) await new Promise((done) => setTimeout(done));
        });
      }
      return asked.splice(0);
    };
    /** Does what writes a comment, and waits until the page has heard of it. */
    const changing = async (change: () => Promise<void>): Promise<void> => {
      const before = heard;
      await change();
      await expect.poll(() => heard).toBeGreaterThan(before);
    };
    await page.goto(url);
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByRole('textbox', { name: /^Email/ }).fill('mia@example.com');
    await form.getByLabel(/^Password/).fill('correct-horse');
    await since();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    expect((await since()).length).toBeLessThanOrEqual(2);

    // Someone else’s comment shows nowhere on the list.
    const ana = await signedIn('ana');
    await ana.goto(`${url}/tickets/1`);
    const comment = async (on: Page, body: string): Promise<void> => {
      await on
        .getByRole('textbox', { name: /^Answer/ })
        .first()
        .fill(body);
      await on.getByRole('button', { name: 'Send', exact: true }).click();
      await on.getByText(body).first().waitFor();
    };
    await changing(() => comment(ana, 'It is loud.'));
    expect(await since()).toEqual([]);

    await page.getByText('Boiler makes a noise').first().click();
    await page.getByRole('heading', { name: 'Boiler makes a noise' }).waitFor();
    expect(await since()).toEqual(['open']);

    await changing(() => comment(page, 'Which boiler?'));
    expect(await since()).toEqual(['run']);

    await changing(() => comment(ana, 'The one downstairs.'));
    await page.getByText('The one downstairs.').first().waitFor();
    expect(await since()).toEqual(['open']);
    for (const one of [page, ana]) await one.context().close();
  });

  it('leads from a link to a page that needs a person to sign-in, and then back to that page', async () => {
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' })
    ).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${url}/mine?q=leak`);
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByRole('textbox', { name: /^Email/ }).fill('ana@example.com');
    await form.getByLabel(/^Password/).fill('correct-horse');
    // Slow enough to see what is shown in between.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.evaluate(() => {
      const root = document.documentElement;
      new MutationObserver(() => {
        if (document.body.innerText.includes('have access')) root.dataset['refused'] = 'yes';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'My tickets' }).waitFor();
    expect(page.url()).toBe(`${url}/mine?q=leak`);
    expect(await page.evaluate(() => document.documentElement.dataset['refused'])).toBeUndefined();
    await page.context().close();
  });

  it('changes a password with the current one, which ends the sessions elsewhere', async () => {
    const [here, there] = [await signedIn('carl'), await signedIn('carl')];
    // Not to the product's first screen, which is for agents.
    await here.getByRole('heading', { name: 'My tickets' }).waitFor();
    await here
      .getByRole('button', { name: /Carl Ek/ })
      .filter({ visible: true })
      .first()
      .click();
    await here.getByRole('menuitem', { name: 'Account' }).click();
    const dialog = here.getByRole('dialog');
    const sessions = dialog.getByRole('region', { name: 'Where you are signed in' });
    await sessions.waitFor();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
    const change = async (current: string, next: string): Promise<void> => {
      await dialog.getByLabel(/^Current password/).fill(current);
      await dialog.getByLabel(/^New password/).fill(next);
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    await change('wrong', 'battery-staple');
    await dialog.getByText('This is not your current password.').waitFor();
    await change('correct-horse', 'short');
    await dialog.getByText('A password has at least 10 characters.').waitFor();
    await change('correct-horse', 'battery-staple');
    await here.getByText('Password changed.').first().waitFor();
    await sessions.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
    // Without a reload: the event stream reports that the session has ended.
    await there.getByRole('form', { name: 'Sign in' }).waitFor();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await here.getByRole('form', { name: 'Sign in' }).waitFor();
  });

  it('asks for the current password before an email address changes, and for nothing else', async () => {
    const ana = await signedIn('ana');
    await ana.goto(`${url}/mine`);
    const form = ana.getByRole('form', { name: 'Save' });
    await form.getByRole('textbox', { name: /^Name/ }).fill('Ana D.');
    await form.getByRole('button', { name: 'Save' }).click();
    await ana.getByText('Saved').first().waitFor();
    expect(await ana.getByRole('dialog').count()).toBe(0);
    const email = form.getByRole('textbox', { name: /^Email/ });
    const dialog = ana.getByRole('dialog', { name: 'Confirm it’s you' });
    const password = dialog.getByLabel(/^Current password/);
    await email.fill('ana.diaz@example.com');
    await form.getByRole('button', { name: 'Save' }).click();
    await password.fill('wrong');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is not your current password.').waitFor();
    await password.fill('correct-horse');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await ana.reload();
    await expect.poll(() => email.inputValue()).toBe('ana.diaz@example.com');
    // Closing the dialog changes nothing, and the form keeps what was typed.
    await email.fill('eve@example.com');
    await form.getByRole('button', { name: 'Save' }).click();
    await password.waitFor();
    await ana.keyboard.press('Escape');
    await form.getByText('Current password is required.').waitFor();
    expect(await email.inputValue()).toBe('eve@example.com');
    await ana.context().close();
  });

  it('says once that the network is gone, keeps what was typed and what was read, and saves when it is back', async () => {
    const before = problems.length;
    const ida = await signedIn('ida');
    await ida.getByText('Invoice has the wrong address').first().waitFor();
    await ida.getByRole('link', { name: 'New ticket' }).first().click();
    const subject = ida.getByRole('textbox', { name: /^Subject/ });
    await subject.fill('Tap drips');
    await ida.context().setOffline(true);
    const send = ida.getByRole('button', { name: /^(Report|Create|Save|Send)/ });
    await send.click();
    const offline = ida.getByText('You’re offline.', { exact: false });
    await offline.first().waitFor();
    await Promise.all([ida.waitForEvent('requestfailed', (request) => request.url().endsWith('/~/session/run')), send.click()]);
    await expect.poll(() => send.isEnabled()).toBe(true);
    expect(await offline.count()).toBe(1);
    expect(await subject.inputValue()).toBe('Tap drips');
    // The list that was read before is still there, and so is the form behind it.
    await ida.getByRole('link', { name: 'Queue' }).first().click();
    await ida.getByText('Invoice has the wrong address').first().waitFor();
    expect(await offline.count()).toBe(1);
    await ida.getByRole('link', { name: 'New ticket' }).first().click();
    await expect.poll(() => subject.inputValue()).toBe('Tap drips');
    await ida.context().setOffline(false);
    await offline.waitFor({ state: 'detached' });
    await send.click();
    await ida.getByRole('heading', { level: 1, name: 'Tap drips' }).waitFor();
    expect(problems.slice(before).filter((text) => !/Failed to load resource|net::ERR|EventSource/u.test(text))).toEqual([]);
    problems.splice(before);
    await ida.context().close();
  });

  it('reads a file over HTTP, and says when the server is gone', async () => {
    const mia = await signedIn('mia');
    await mia.getByRole('heading', { name: 'Queue' }).waitFor();
    await mia.getByRole('button', { name: 'Columns, order, views' }).click();
    await mia.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = mia.getByRole('dialog', { name: 'Import tickets from CSV' });
    const rows = 'Subject,Priority,Customer\nOld boiler,high,Carl Ek\n,low,Carl Ek\nNo one’s,low,Nobody Known\n';
    await dialog.locator('input[type=file]').setInputFiles({ name: 'tickets.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
    await dialog.getByText('1 row is ready to import.').waitFor();
    await dialog.getByText('2 rows have problems.').waitFor();
    await dialog.getByRole('button', { name: 'Import only the valid row' }).click();
    // In the list, not in what was read of the file.
    await dialog.waitFor({ state: 'detached' });
    await mia.getByText('Old boiler').first().waitFor();
    const before = problems.length;
    servers[0]?.kill('SIGKILL');
    await mia.getByText('You’re offline.', { exact: false }).waitFor();
    // What was there is still there to be read; that the line broke, the browser says for itself.
    await mia.getByText('Old boiler').first().waitFor();
    expect(problems.slice(before).filter((text) => !/Failed to load resource|net::ERR|EventSource/u.test(text))).toEqual([]);
  });
});

describe('a guest by link on a server', () => {
  const servers: ChildProcess[] = [];
  let url = '';
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  /** As a member of the organisation reads it. */
  async function keyOfBridge(): Promise<string> {
    let cookie = '';
    const ask = async (name: string, args: readonly unknown[]): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', origin: url, cookie };
      const answer = await fetch(`${url}/~/session/${name}`, { method: 'POST', headers, body: JSON.stringify(args) });
      for (const set of answer.headers.getSetCookie()) cookie += `${set.split(';')[0]}; `;
      return answer.json();
    };
    await ask('run', [{ kind: 'sign-in', values: { email: 'ada@example.com', password: 'ada-ada-ada' } }]);
    const { value } = (await ask('records', ['Project', {}])) as { value: { rows: { label: string; values: { shareKey: string } }[] } };
    return value.rows.find(({ label }) => label === 'Bridge')?.values.shareKey ?? '';
  }

  beforeAll(async () => {
    const document = fileURLToPath(new URL('../security/shared.md', import.meta.url));
    ({ url } = await serveProcess(document, ['--memory'], { children: servers }));
    browser = await launchChromium();
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' })).newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${url}/shared/${await keyOfBridge()}/items`);
  });

  afterAll(async () => {
    await browser?.close();
    for (const one of servers) one.kill('SIGTERM');
  });

  const rows = () => page.getByRole('table', { name: 'Item' }).locator('tbody tr');
  const shown = async (): Promise<string> => (await rows().allInnerTexts()).join(' ');
  const offered = () => page.getByRole('option').allInnerTexts();
  const others = /Sue|Rex|Roof|Clock|Buoys|Station|Regatta/u;

  it('filters the items of the link, and is offered nothing of others', async () => {
    await expect.poll(() => rows().count()).toBe(2);
    const filters = page.getByRole('toolbar', { name: 'Filters' }).first();
    for (const [field, value] of [
      ['Contact', 'Bob'],
      ['Project', 'Bridge'],
    ] as const) {
      await filters.getByRole('button', { name: field, exact: true }).click();
      const panel = page.getByRole('dialog', { name: field });
      await panel.getByText(value, { exact: true }).waitFor();
      expect(await panel.innerText()).not.toMatch(others);
      await page.keyboard.press('Escape');
    }
    await filters.getByRole('button', { name: 'Grade', exact: true }).click();
    await page.getByRole('dialog', { name: 'Grade' }).getByText('High', { exact: true }).click();
    await expect.poll(shown).toContain('Deck');
    await expect.poll(() => rows().count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Grade is High' }).click();
    await expect.poll(() => rows().count()).toBe(2);
  });

  it('changes one field of several items at once, chosen from what the link shows', async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).first().click();
    const edit = page.getByRole('button', { name: 'Edit field' }).first();
    await edit.click();
    await expect
      .poll(async () => (await page.getByRole('menuitem').allInnerTexts()).sort())
      .toEqual(['Contact', 'Due', 'Grade', 'Photo', 'Title']);
    await page.getByRole('menuitem', { name: 'Contact' }).click();
    const contact = page.getByRole('dialog', { name: 'Edit Contact' });
    await contact.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Bob' }).waitFor();
    expect((await offered()).join(' ')).not.toMatch(others);
    await page.getByRole('option', { name: 'Bob' }).click();
    await contact.getByRole('button', { name: 'Edit Contact' }).click();
    await page.getByText('2 records changed').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Undone').first().waitFor();
  });

  it('adds an item with a contact from a picker', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click();
    const form = page.getByRole('form', { name: 'Add' });
    await form.getByRole('textbox', { name: /^Title/ }).fill('Railing');
    for (const [field, value] of [
      ['Project', 'Bridge'],
      ['Contact', 'Bob'],
    ] as const) {
      await form.getByRole('combobox', { name: new RegExp(`^${field}`) }).click();
      await page.getByRole('option', { name: value }).waitFor();
      expect((await offered()).join(' ')).not.toMatch(others);
      await page.getByRole('option', { name: value }).click();
    }
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(shown).toContain('Railing');
    expect(problems).toEqual([]);
  });
});

/** Nothing in it lets people sign in, so the screens for that are assumed. */
const clubDocument = `# Specification: Club

## 2. Screens and routes

| Screen | Route | Roles |
|---|---|---|
| Members | / | member |

### Members

- list of Member: name

## 3. Entities and their fields

### Member

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| kind | enum member, board | yes | | member |

## 6. Roles and permissions

| Role | Description |
|---|---|
| visitor | may join |
| member | pays |
| board | decides |

| Account | |
|---|---|
| Entity | Member |
| Sign in with | email, password |
| Sign up | yes |

| Permission | visitor | member | board |
|---|---|---|---|
| Member: create | yes | no | no |
| Member: read | no | yes | yes |
| Member: update | no | no | yes |
`;

describe('a product whose document says nothing about signing in', () => {
  const servers: ChildProcess[] = [];
  afterAll(() => {
    for (const one of servers) one.kill('SIGTERM');
  });

  it('leads a visitor to sign-up, and from there to the first screen, without a menu entry to sign in again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'club-'));
    const file = join(folder, 'club.md');
    await writeFile(file, clubDocument);
    const { url } = await serveProcess(file, ['--memory'], { children: servers });
    const browser = await launchChromium();
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' })
    ).newPage();
    await page.goto(url);
    const menu = page.getByRole('navigation', { name: 'Screens' });
    await menu.getByRole('link', { name: 'Sign up' }).click();
    const form = page.getByRole('form', { name: 'Sign up' });
    await form.getByRole('textbox', { name: /^Name/ }).fill('Ana Ruiz');
    await form.getByRole('textbox', { name: /^Email/ }).fill('ana@example.com');
    await form.getByLabel(/^Password/).fill('correct-horse');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await page.getByRole('main').getByText('Ana Ruiz').first().waitFor();
    expect(page.url()).toBe(`${url}/`);
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Members']);
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });
});
