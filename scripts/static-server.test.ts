import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFolder } from './static-server.mjs';

const parent = mkdtempSync(join(tmpdir(), 'ninefold-static-'));
const folder = join(parent, 'site');
let server: Awaited<ReturnType<typeof serveFolder>>;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  writeFileSync(join(folder, '.hidden'), 'hidden');
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Home</title>');
  writeFileSync(join(folder, 'assets', 'a-1234.js'), 'export {};');
  for (const at of ['assets', '.']) writeFileSync(join(folder, at, 'verify-worker-1234.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'b-1234.wasm'), new Uint8Array([0, 97, 115, 109]));
  server = await serveFolder(folder);
});
afterAll(async () => {
  await server.close();
  rmSync(parent, { recursive: true });
});

/** Sends the path unchanged, since fetch would normalize `..`. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path, headers, method }, (response) => {
      let body = '';
      response.on('data', (data) => {
        body += data;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

const page = { accept: 'text/html,*/*' };

test('serves the page with its policy and without caching', async () => {
  const { status, headers, body } = await ask('/', page);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
  expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(body).toContain('Home');
});

test('lets only the verifying worker send requests elsewhere, and only to this machine', async () => {
  const policy = async (path: string) => String((await ask(path)).headers['content-security-policy']);
  expect(await policy('/assets/verify-worker-1234.js')).toContain('; connect-src http://127.0.0.1:* http://localhost:*; ');
  for (const path of ['/', '/assets/a-1234.js', '/verify-worker-1234.js']) expect(await policy(path)).toContain("; connect-src 'self'; ");
});

test('serves the app for page addresses within it', async () => {
  expect((await ask('/tickets/1?x=1', page)).body).toContain('Home');
});

test('answers 404 for a missing asset', async () => {
  for (const path of ['/assets/gone.js', '/assets/gone', '/gone.js', '/favicon.ico'])
    expect((await ask(path, page)).status, path).toBe(404);
  expect((await ask('/tickets/1', { accept: '*/*' })).status).toBe(404);
});

test('caches hashed assets, with the right type', async () => {
  const script = await ask('/assets/a-1234.js');
  expect([script.headers['content-type'], script.headers['cache-control']]).toEqual([
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ]);
  expect((await ask('/assets/b-1234.wasm')).headers['content-type']).toBe('application/wasm');
});

test('compresses for clients that accept it, and sends nothing again that a client has', async () => {
  const { headers } = await ask('/assets/a-1234.js', { 'accept-encoding': 'gzip' });
  expect(headers['content-encoding']).toBe('gzip');
  expect((await ask('/assets/a-1234.js', { 'if-none-match': String(headers['etag']) })).status).toBe(304);
});

test('serves no file outside the folder, and no hidden one', async () => {
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/.hidden',
    '/%00',
    '/%zz',
  ]) {
    const { status, body } = await ask(path);
    expect([path, status]).toEqual([path, 404]);
    expect(body).not.toContain('secret\n');
  }
});

test('answers HEAD without a body, and refuses other methods', async () => {
  expect(await ask('/', page, 'HEAD')).toMatchObject({ status: 200, body: '' });
  expect((await ask('/', page, 'POST')).status).toBe(405);
});

test('reports a port that is in use', async () => {
  await expect(serveFolder(folder, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
