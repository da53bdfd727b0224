import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPlatform } from '../../src/base/platform.ts';
import { runCli } from '../../src/cli/run.ts';
import { playOnScreens, type ScreenRow } from '../../src/cli/verify/screens/play-screens.ts';
import { readModel } from '../../src/model/read.ts';
import { serveSite } from '../../testing/browser/built-site.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { buildProduct } from '../../testing/process/build-product.ts';
import { memoryHost } from '../../testing/process/memory-host.ts';
import { jsonProblems } from '../../testing/process/output-formats.ts';
import { serveProcess } from '../../testing/process/served-process.ts';

/** The scenarios of the helpdesk, played through the screens of products. */
describe('scenarios on the screens', () => {
  let folder: string;
  let browser: Browser;
  let text: string;
  const servers: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'screens-'));
    text = await readFile(new URL('../../specs/helpdesk.md', import.meta.url), 'utf8');
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    for (const one of servers) one.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  async function served(name: string, written: string): Promise<URL> {
    const file = join(folder, `${name}.md`);
    await writeFile(file, written);
    return new URL((await serveProcess(file, ['--memory'], { children: servers })).url);
  }

  const model = () => readModel(text);
  const titled = (title: string) => ({ ...model(), scenarios: model().scenarios.filter((one) => one.title === title) });
  const said = (rows: readonly ScreenRow[]) =>
    rows.map(({ words, result, why }) => `${result}: ${words}${why === null ? '' : ` (${why})`}`);
  const whole = [
    /^kept: Ana: create Ticket as t with .*}$/,
    /^kept: Ana: assign t .*\(no button says “Assign”\)$/,
    /^kept: Mia: assign t with {"assignee": Bo}$/,
    /^kept: Bo: resolve t$/,
    /^kept: Bo: create Comment with /,
    /^kept: Bo: resolve t$/,
    /^kept: Ana: reopen t with {"reason": "Still cold."}$/,
  ];

  it('are kept by a server, where people sign in; what no screen offers is not tried', async () => {
    let pages = 0;
    const counted: Pick<Browser, 'newContext'> = {
      newContext(options) {
        pages++;
        return browser.newContext(options);
      },
    };
    // The built product plays the first scenario, and the wrong server most of it.
    const played = { ...model(), scenarios: model().scenarios.slice(1) };
    const rows = said(await playOnScreens({ now: systemPlatform.now, model: played, base: await served('right', text), browser: counted }));
    // Ana, and the visitor who becomes Eve; no screen offers what Carl does.
    expect(pages).toBe(2);
    expect(rows).toEqual([
      'kept: Ana: create Ticket as mine with {"subject": "Radiator leaks"}',
      'not tried: Carl: get Ticket where id == mine.id (no screen does “get”)',
      'not tried: Carl: update mine with {"subject": "Ha"} (no form changes subject of Ticket)',
      'kept: nobody: create Ticket with {"subject": "Spam"} (the screen has no form to create Ticket)',
      'not tried: nobody: wait days(13) (screens do not let time pass)',
      'not tried: nobody: wait days(2) (an earlier row of this scenario was not tried)',
      expect.stringMatching(/^not tried: Carl: reopen Invoice /),
      expect.stringMatching(/^not tried: Carl: create Comment /),
      'kept: Ana: create Ticket with {"subject": "For Carl", "customer": Carl} (the form has no “Customer”)',
      'kept: Ana: create Comment with {"ticket": Boiler, "body": "I am Bo.", "author": Bo} (the form has no “Author”)',
      'kept: Ana: create Comment as c with {"ticket": Boiler, "body": "It still drips."} (no screen shows what it expects)',
      'not tried: Ana: update c with {"ticket": Invoice} (no form changes ticket of Comment)',
      'not tried: Ana: update Boiler with {"assignee": Bo} (no form changes assignee of Ticket)',
      expect.stringMatching(/^kept: nobody: sign up with \{"name": "Eve", .* \(no screen shows what it expects\)$/),
      'not tried: Bo: get User as eve where email == "eve@example.com" (no screen does “get”)',
      'kept: Ana: create Ticket with {"subject": "   "}',
      expect.stringMatching(/^kept: Ana: create Ticket with .* \(“Priority” offers no “Huge”\)$/),
    ]);
  });

  it('are kept by a built product, where people are chosen, also where the code of buttons comes late', async () => {
    await buildProduct('specs/helpdesk.md', join(folder, 'site'));
    const site = await serveSite(join(folder, 'site'), { base: '/sub/app/' });
    const slow: Pick<Browser, 'newContext'> = {
      async newContext(options) {
        const context = await browser.newContext(options);
        // Longer than a screen waits for the code of its parts.
        await context.route(/\/buttons-[^/]*\.js$/, (route) => setTimeout(() => void route.continue(), 600));
        return context;
      },
    };
    try {
      const rows = said(
        await playOnScreens({
          now: systemPlatform.now,
          model: titled('a problem is reported and resolved'),
          base: new URL(site.url),
          browser: slow,
        }),
      );
      expect(rows).toHaveLength(whole.length);
      for (const [index, form] of whole.entries()) expect(rows[index]).toMatch(form);
    } finally {
      await site.close();
    }
  });

  it('show a button that is missing, a state that is not entered, and another message', async () => {
    const changed = (...changes: readonly (readonly [from: string, to: string])[]): string => {
      for (const [from] of changes) expect(text).toContain(from);
      return changes.reduce((whole, [from, to]) => whole.replace(from, to), text);
    };
    const wrong = changed(
      ['- buttons: assign, resolve, reopen, close', '- buttons: assign, resolve, close'],
      ['| open, assigned | resolve | resolved |', '| open, assigned | resolve | assigned |'],
      ['Say what the problem is.', 'Not like this.'],
    );
    const reopening = `### Scenario: a ticket is reopened

| As | Do | Expect |
|---|---|---|
| Mia | \`reopen Invoice with {"reason": "Still wrong."}\` | \`Invoice.status == "open"\` |
| Mia | \`assign Invoice with {"assignee": Bo}\` | \`Invoice.status == "assigned"\` |

`;
    const all = readModel(text.replace('### Scenario: customers see only', `${reopening}$&`));
    const titles = ['a problem is reported and resolved', 'a ticket is reopened', 'a ticket says what the problem is'];
    const played = { ...all, scenarios: all.scenarios.filter(({ title }) => titles.includes(title)) };
    expect(played.scenarios).toHaveLength(titles.length);
    const base = await served('wrong', wrong);
    const rows = await playOnScreens({ now: systemPlatform.now, model: played, base, browser });
    const of = (title: string) => said(rows.filter(({ scenario }) => scenario === title));
    const first = of('a problem is reported and resolved');
    for (const [index, form] of whole.slice(0, 5).entries()) expect(first[index]).toMatch(form);
    const [stays, afterwards] = first.slice(5);
    expect(stays).toBe('broken: Bo: resolve t (Status: expected “Resolved”, the screen shows “Assigned”)');
    expect(afterwards).toContain('an earlier row of this scenario is broken');
    expect(of('a ticket is reopened')).toEqual([
      expect.stringMatching(/^broken: Mia: reopen Invoice .*\(no button says “Reopen”\)$/),
      expect.stringMatching(/^not tried: Mia: assign Invoice .*\(an earlier row of this scenario is broken\)$/),
    ]);
    expect(of('a ticket says what the problem is')[0]).toMatch(
      /^broken: Ana: create Ticket .* \(expected “Say what the problem is.”, refused: .*Not like this./,
    );
  });

  it('are broken where no product answers, as the command reports it', async () => {
    const [, second = ''] = model().scenarios.map(({ title }) => `### Scenario: ${title}`);
    expect(second).not.toBe('');
    const short = text.replace(text.slice(text.indexOf(second), text.indexOf('\n## 2.')), '');
    expect(readModel(short).scenarios).toHaveLength(1);
    const host = memoryHost({ 'helpdesk.md': short });
    const args = ['verify', 'helpdesk.md', '--against', 'http://127.0.0.1:9/', '--screens', '--format', 'json'];
    expect(await runCli(args, host, '0.0.0')).toBe(1);
    expect(jsonProblems()('screens', host.output)).toEqual([]);
    const { screens } = JSON.parse(host.output) as { readonly screens: readonly ScreenRow[] };
    expect(screens[0]).toMatchObject({ line: 20, result: 'broken', why: expect.stringContaining('did not open') });
    expect(screens[1]).toMatchObject({ line: 21, result: 'not tried' });
    const page = memoryHost({ 'helpdesk.md': short });
    expect(await runCli([...args.slice(0, -1), 'html'], page, '0.0.0')).toBe(1);
    const marked = page.output.split('\n').filter((line) => line.startsWith('<li class='));
    expect(marked).toHaveLength(screens.length);
    expect(marked[0]).toMatch(/^<li class="broken"><span class="number">20<.*<div class="findings"><p>the product did not open: /);
  });
});
