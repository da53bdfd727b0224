import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { workbenchFolder } from '../scripts/prepare.mjs';
import { serveFolder } from '../scripts/static-server.mjs';
import { launchChromium } from './chromium.ts';

export interface ServedWorkbench {
  /** Without a slash at the end: `http://127.0.0.1:41234`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the built workbench on a free port, as `npm start` does. */
export async function serveWorkbench(): Promise<ServedWorkbench> {
  if (!existsSync(join(workbenchFolder, 'index.html')))
    throw new Error('There is no dist/workbench/index.html: build it first (npm run build).');
  return await serveFolder(workbenchFolder);
}

/** Serves the built workbench, gives its address and a browser to `use`, and ends both whatever happens. */
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
