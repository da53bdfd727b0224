import { afterEach, expect, it, vi } from 'vitest';
import { compileInBrowser } from './compile-in-browser.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, type: string): void => {
  // The smallest possible module: magic number and version.
  const code = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  vi.stubGlobal('fetch', async () => new Response(code, { status, headers: { 'Content-Type': type } }));
};

it('compiles the file whatever content type the server sends', async () => {
  for (const type of ['application/wasm', 'application/octet-stream']) {
    answering(200, type);
    expect(await compileInBrowser()).toBeInstanceOf(WebAssembly.Module);
  }
});

it('reports the status if the server does not have the file', async () => {
  answering(404, 'text/html');
  await expect(compileInBrowser()).rejects.toThrow(/sqlite3.*: the server answers 404/);
});
