import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workbenchFolder } from '../scripts/prepare.mjs';
import { findChromium, shareChromium } from './browser/chromium.ts';
import { shareWorkbench } from './browser/workbench.ts';

/**
 * Starts one browser and one server of the workbench for all files of the browser tests, and ends
 * them afterwards. Without a browser or a built workbench, the tests that need it say why.
 */
export async function setup(): Promise<() => Promise<void>> {
  try {
    findChromium();
  } catch {
    return async () => undefined;
  }
  const workbench = existsSync(join(workbenchFolder, 'index.html')) ? await shareWorkbench() : null;
  const shared = await shareChromium().catch(async (error: unknown) => {
    await workbench?.close();
    throw error;
  });
  return async () => {
    await shared.close();
    await workbench?.close();
  };
}
