import { buffer } from 'node:stream/consumers';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Download,
  type LaunchOptions,
} from 'playwright-core';
import { findChromium as find } from '../../src/cli/verify/screens/find-chromium.ts';

/**
 * The path of an installed Chrome or Chromium. Throws an Error with instructions if there is none.
 */
export function findChromium(): string {
  const found = find('The tests in a real browser', 'npm test');
  if ('missing' in found) throw new Error(found.missing);
  return found.path;
}

const withoutSwitch = '--disable-features=';

/**
 * Disables features: each window would load pages of its own for its address bar, which takes
 * longer than a page of ours. Of several such switches Chromium uses the last, so this repeats
 * Playwright's.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Runs without noise and the same on every machine. Chromium's sandbox does not start as root. */
function launchOptions(): LaunchOptions {
  return {
    executablePath: findChromium(),
    headless: process.env['HEADED'] === undefined,
    chromiumSandbox: !(process.platform === 'linux' && process.getuid?.() === 0),
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Several times Chromium's own: in the seconds that most pages live, compiling SQLite and
      // JavaScript a second time, optimised, takes longer than it saves.
      '--js-flags=--wasm-tiering-budget=130000000 --invocation-count-for-maglev=2000 --invocation-count-for-turbofan=9000',
      `${withoutSwitch}${withoutFeatures.join()}`,
    ],
  };
}

/** Environment variable with the address of a browser that several processes share. */
const sharedAt = 'NINEFOLD_SHARED_CHROMIUM';

/**
 * Starts a browser that `launchChromium` connects to, in this process and its children, until it is
 * closed.
 */
export async function shareChromium(): Promise<BrowserServer> {
  const server = await chromium.launchServer(launchOptions());
  const lists = server.process().spawnargs.filter((argument) => argument.startsWith(withoutSwitch));
  const lost = lists.flatMap((list) => list.slice(withoutSwitch.length).split(',')).filter((name) => !withoutFeatures.includes(name));
  if (lost.length > 0) {
    await server.close();
    throw new Error(`withoutFeatures lacks what Playwright turns off as well: ${lost.join()}`);
  }
  process.env[sharedAt] = server.wsEndpoint();
  return server;
}

/**
 * An empty browser; each `newContext()` is a new person. HEADED=1 shows it. If a browser is shared,
 * this is a connection to it: closing it closes its contexts.
 */
export function launchChromium(): Promise<Browser> {
  const shared = process.env[sharedAt];
  return shared === undefined ? chromium.launch(launchOptions()) : chromium.connect(shared);
}

/**
 * A window whose browser stores its files in a folder. A context of `launchChromium` takes half a
 * millisecond to read such a file, because its files are in another process.
 */
export const launchProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...launchOptions(), ...options });

/** The content of a download, also from a shared browser. */
export const downloaded = async (download: Download): Promise<Buffer> => await buffer(await download.createReadStream());
