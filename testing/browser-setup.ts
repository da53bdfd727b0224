import { shareChromium } from './browser/chromium.ts';

/**
 * One browser for all files of the browser tests; ends with them. Where it cannot be started, the
 * tests that need it say why.
 */
export async function setup(): Promise<() => Promise<void>> {
  const shared = await shareChromium().catch(() => null);
  return async () => await shared?.close();
}
