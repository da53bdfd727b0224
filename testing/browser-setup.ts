import { findChromium, shareChromium } from './browser/chromium.ts';

/**
 * One browser for all files of the browser tests; ends with them. Where there is none, the tests
 * that need it say why.
 */
export async function setup(): Promise<() => Promise<void>> {
  try {
    findChromium();
  } catch {
    return async () => undefined;
  }
  const shared = await shareChromium();
  return async () => await shared.close();
}
