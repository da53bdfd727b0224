// Serves a folder of built files over HTTP, for `npm start` and for the browser tests. Imports only
// Node's own modules.
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const compressible = new Set(['.html', '.js', '.mjs', '.css', '.json', '.map', '.webmanifest', '.md', '.txt', '.wasm', '.svg']);

/**
 * SQLite's WebAssembly needs 'wasm-unsafe-eval'; styles that React sets on elements need
 * 'unsafe-inline'.
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "form-action 'self'",
].join('; ');

/**
 * The worker that verifies a service may only send requests to this machine; services elsewhere
 * need a relay (`ninefold verify --relay`). A worker has the policy of its own file.
 */
export const verifierPolicy = contentSecurityPolicy.replace("connect-src 'self'", 'connect-src http://127.0.0.1:* http://localhost:*');
const isVerifier = (/** @type {string} */ path) => /^verify-worker-[\w-]+\.js$/.test(basename(path));

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/**
 * The file of a request's path; null for files outside the folder and names that start with a dot.
 * @param {string} folder the real path of the folder
 * @param {string} pathname still encoded
 */
async function locate(folder, pathname) {
  let decoded;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const parts = decoded.split('/').filter((part) => part !== '');
  if (parts.some((part) => part.startsWith('.') || /[\\\0]/.test(part))) return null;
  const path = await realpath(join(folder, ...parts)).catch(() => null);
  if (path === null || (path !== folder && !path.startsWith(folder + sep))) return null;
  const stats = await stat(path);
  return stats.isFile() ? { path, stats } : null;
}

/**
 * Whether a request without a matching file opens a page, and so gets index.html. A missing asset
 * stays a 404.
 */
const isNavigation = (/** @type {import('node:http').IncomingMessage} */ request, /** @type {string} */ pathname) =>
  !pathname.startsWith('/assets/') && extname(pathname) === '' && (request.headers.accept ?? '').includes('text/html');

/**
 * @param {string} folder what to serve; it may be replaced while the server runs
 * @param {{ port?: number, host?: string }} [options] port 0 (the default) takes any free one
 * @returns {Promise<{ url: string, port: number, close(): Promise<void> }>} rejects when the port
 * is taken (code EADDRINUSE)
 */
export async function serveFolder(folder, { port = 0, host = '127.0.0.1' } = {}) {
  /** Compressed files by path and time. @type {Map<string, Buffer>} */
  const compressed = new Map();

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  const answer = async (request, response) => {
    /** @param {number} status @param {string} message @param {Record<string, string>} [more] */
    const refuse = (status, message, more = {}) => {
      response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...more });
      response.end(`${message}\n`);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
    const pathname = (request.url ?? '/').replace(/[?#].*$/s, '');
    const real = await realpath(folder).catch(() => null);
    if (real === null) return refuse(503, 'The workbench is not built. Run npm run build.');

    let file = await locate(real, pathname === '/' ? '/index.html' : pathname);
    if (!file && isNavigation(request, pathname)) file = await locate(real, '/index.html');
    if (!file) return refuse(404, `There is no ${pathname}.`);

    const { path, stats } = file;
    const extension = extname(path);
    const tag = `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`;
    // Files in assets/ have a hash of their content in their name.
    const hashed = path.startsWith(join(real, 'assets') + sep);
    const common = {
      ...headers,
      ...(hashed && isVerifier(path) ? { 'Content-Security-Policy': verifierPolicy } : {}),
      'Content-Type': types[extension] ?? 'application/octet-stream',
      'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: tag,
      Vary: 'Accept-Encoding',
    };
    if (request.headers['if-none-match'] === tag) {
      response.writeHead(304, common);
      return response.end();
    }
    if (compressible.has(extension) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      const key = `${path} ${tag}`;
      const body = compressed.get(key) ?? (await compress(await readFile(path)));
      compressed.set(key, body);
      response.writeHead(200, { ...common, 'Content-Encoding': 'gzip', 'Content-Length': body.length });
      return response.end(request.method === 'HEAD' ? undefined : body);
    }
    response.writeHead(200, { ...common, 'Content-Length': stats.size });
    if (request.method === 'HEAD') return response.end();
    createReadStream(path)
      .on('error', () => response.destroy())
      .pipe(response);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500, headers);
      response.end();
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`the server has no port: ${address}`);
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
