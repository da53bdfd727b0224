import '@fontsource-variable/inter/index.css';
import { reloadWhenReplaced } from '../../ui/replaced.ts';
import { connectBuilt } from '../host/connect-built.ts';
import type { Opened } from './begin.ts';
import { dataKey, readConfig } from './config.ts';
import { watchUpdates } from './updates.ts';

/*
 * The page of a built product, with its files beside it. It is the page's first script, and small,
 * so that the worker and its database start before the code of the screens has loaded.
 */

const config = readConfig(document);

async function fetchText(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: the server answers ${answer.status}`);
  return answer.text();
}

async function openHere(model: string): Promise<Opened> {
  const written = fetchText(model);
  const [host, text] = await Promise.all([connectBuilt({ key: dataKey(document.baseURI), document: written }), written]);
  return { written: text, host };
}

async function openServer(): Promise<Opened> {
  const { connectToServer } = await import('../host/remote.ts');
  const host = connectToServer({
    address: document.baseURI,
    fetch: (...asked) => fetch(...asked),
    online: () => navigator.onLine,
    listen: (address) => new EventSource(address),
    tabs: new BroadcastChannel(`ninefold/${document.baseURI}`),
  });
  return { written: '', host };
}

const { model } = config;
const open = (): Promise<Opened> => (model === null ? openServer() : openHere(model));

/**
 * Starts loading the page's font, so that text is laid out only once: at once if files come from a
 * cache, or else when the product has opened, because on a slow connection the font would delay the
 * code of the screens and the engine.
 */
async function loadFont(): Promise<void> {
  const [own] = performance.getEntriesByName(import.meta.url);
  if (!(own instanceof PerformanceResourceTiming) || own.transferSize > 0) await early.catch(() => undefined);
  // Without it the page uses the system's font.
  document.fonts.load(`1em ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`).catch(() => undefined);
}

reloadWhenReplaced(window);
const early = open();
// If it fails, the page reports that once it has loaded.
early.catch(() => undefined);
const openings = [early];
void loadFont();

void import('./start.tsx').then(({ startSite }) =>
  startSite({
    config,
    open: () => openings.pop() ?? open(),
    // Both files are named by a hash of their content.
    release: model === null ? null : `${import.meta.url} ${model}`,
    // Relative to the page, not to this file.
    loadComponents: (path) => import(/* @vite-ignore */ new URL(path, document.baseURI).href),
    watchUpdates: config.server ? null : watchUpdates,
  }),
);
