import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

export interface ServedSite {
  /** Ends with a slash: `http://127.0.0.1:41234/sub/app/`. */
  readonly url: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.md': 'text/markdown; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Serves a folder below a path like any web server: files, index.html for the folder itself,
 * otherwise 404. `policy`: sent as a header, as the README of a built product says; `fallback`:
 * answers all addresses without a file with the page.
 */
export async function serveSite(
  folder: string,
  options: { readonly base: string; readonly policy?: string; readonly fallback?: boolean; readonly port?: number },
): Promise<ServedSite> {
  const { base, policy, fallback = false, port = 0 } = options;
  const server = createServer((request, response) => {
    void (async () => {
      const path = decodeURIComponent((request.url ?? '/').replace(/[?#].*$/, ''));
      const name = path.startsWith(base) ? path.slice(base.length) : null;
      const file = name === null || name.includes('..') ? null : join(folder, name === '' ? 'index.html' : name);
      const isFile =
        file !== null &&
        (await stat(file).then(
          (found) => found.isFile(),
          () => false,
        ));
      const found = isFile ? file : fallback && name !== null && extname(name) === '' ? join(folder, 'index.html') : null;
      if (found === null) {
        response.writeHead(404, { 'Content-Type': 'text/plain' });
        response.end('There is no such file.\n');
        return;
      }
      response.writeHead(200, {
        'Content-Type': types[extname(found)] ?? 'application/octet-stream',
        'Cache-Control': 'no-cache',
        ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
      });
      response.end(await readFile(found));
    })();
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`the server has no port: ${address}`);
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
