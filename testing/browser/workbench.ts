import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { workbenchFolder } from '../../scripts/prepare.mjs';
import { serveFolder } from '../../scripts/static-server.mjs';
import { withFewExamples } from '../few-examples.ts';
import { launchChromium } from './chromium.ts';

export interface ServedWorkbench {
  /** Without a trailing slash: `http://127.0.0.1:41234`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Environment variable with the address of a workbench that several processes share. */
const sharedAt = 'NINEFOLD_SHARED_WORKBENCH';

/**
 * Serves the workbench for this process and its children, so that its files are compressed only
 * once.
 */
export async function shareWorkbench(): Promise<ServedWorkbench> {
  const served = await serveWorkbench();
  process.env[sharedAt] = served.url;
  return served;
}

/**
 * Serves the built workbench on a free port, as `npm start` does, or uses the shared one. Throws if
 * it is not built.
 */
export async function serveWorkbench(): Promise<ServedWorkbench> {
  const shared = process.env[sharedAt];
  if (shared !== undefined) return { url: shared, close: async () => undefined };
  if (!existsSync(join(workbenchFolder, 'index.html'))) throw new Error('dist/workbench/index.html is missing. Run npm run build first.');
  const folder = withFewExamplesInside(workbenchFolder);
  const served = await serveFolder(folder);
  return {
    url: served.url,
    close: async () => {
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A copy of the built workbench whose helpdesk has the few examples that tests count; its text is
 * inside one of the scripts.
 */
function withFewExamplesInside(built: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'workbench-'));
  cpSync(built, folder, { recursive: true, filter: (path) => !path.endsWith('.map') });
  const whole = readFileSync(new URL('../../specs/helpdesk.md', import.meta.url), 'utf8');
  const written = `\`${whole.replace(/[`\\]|\$\{/gu, '\\$&')}\``;
  const assets = join(folder, 'assets');
  const script = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(assets, name))
    .find((path) => readFileSync(path, 'utf8').includes(written));
  if (script === undefined) throw new Error('The built workbench has another helpdesk than specs/. Run npm run build first.');
  const few = JSON.stringify(withFewExamples('helpdesk.md', whole));
  writeFileSync(
    script,
    readFileSync(script, 'utf8').replace(written, () => few),
  );
  return folder;
}

/**
 * Serves the built workbench, calls `use` with its address and a browser, and always stops both.
 */
export async function withWorkbench<T>(use: (url: string, browser: Browser) => Promise<T>): Promise<T> {
  const served = await serveWorkbench();
  try {
    const browser = await launchChromium();
    try {
      return await use(served.url, browser);
    } finally {
      await browser.close();
    }
  } finally {
    await served.close();
  }
}

export interface OpenedWorkbench {
  /** Without a trailing slash. */
  readonly url: string;
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** A page without an address yet. */
  readonly page: Page;
  /** Exceptions in the page, and errors written to its console. */
  readonly problems: string[];
  close(): Promise<void>;
}

/**
 * The built workbench for one person: 1440 x 900, without motion. `context` overrides these
 * options; `patience`: milliseconds that the page waits for elements.
 */
export async function openWorkbench(
  given: { readonly context?: BrowserContextOptions; readonly patience?: number } = {},
): Promise<OpenedWorkbench> {
  const served = await serveWorkbench();
  const browser = await launchChromium().catch(async (error: unknown) => {
    await served.close();
    throw error;
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...given.context });
  const page = await context.newPage();
  page.setDefaultTimeout(given.patience ?? 60_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const close = async (): Promise<void> => {
    await browser.close();
    await served.close();
  };
  return { url: served.url, browser, context, page, problems, close };
}
