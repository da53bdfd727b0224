import '@fontsource-variable/inter/index.css';
import { reloadWhenReplaced } from '../../ui/replaced.ts';
import { connectBuilt } from '../host/connect-built.ts';
import { readConfig } from './config.ts';
import { startSite } from './start.tsx';
import { watchUpdates } from './updates.ts';

/* The page of a built product: its files lie beside it. */

const config = readConfig(document);

async function fetchText(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: the server answers ${answer.status}`);
  return answer.text();
}

reloadWhenReplaced(window);
startSite({
  config,
  readModel: async () => (config.model === null ? '' : fetchText(config.model)),
  connect: config.server
    ? async () =>
        (await import('../host/remote.ts')).connectToServer({
          address: document.baseURI,
          fetch: (...asked) => fetch(...asked),
          online: () => navigator.onLine,
          listen: (address) => new EventSource(address),
          tabs: new BroadcastChannel(`ninefold/${document.baseURI}`),
        })
    : connectBuilt,
  // Relative to the page, not to this file.
  loadComponents: (path) => import(/* @vite-ignore */ new URL(path, document.baseURI).href),
  watchUpdates: config.server ? null : watchUpdates,
});
