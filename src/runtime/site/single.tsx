import { openConnection } from '../host/connection.ts';
import { dataKey, readConfig } from './config.ts';
import { startSite } from './start.tsx';

/*
 * The page of a single-file product: it contains its worker, database and serialized model as text.
 */

const block = (id: string): string => {
  const text = document.getElementById(id)?.textContent;
  if (text === null || text === undefined)
    throw new Error(`This page was not made by \`ninefold build --single-file\`: it has no block “${id}”.`);
  return text;
};

const bytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);

const address = (data: Uint8Array<ArrayBuffer>): string => URL.createObjectURL(new Blob([data], { type: 'text/javascript' }));

const config = readConfig(document);
const worker = address(bytes(block('worker')));

startSite({
  config,
  release: null,
  async open() {
    const written = new TextDecoder().decode(bytes(block('model')));
    const host = await openConnection({
      key: dataKey(document.baseURI),
      document: written,
      database: () => WebAssembly.compile(bytes(block('database'))),
      startWorker: () => new Worker(worker, { name: 'ninefold product' }),
    });
    return { written, host };
  },
  loadComponents: (id) => import(/* @vite-ignore */ address(bytes(block(id)))),
  watchUpdates: null,
});
