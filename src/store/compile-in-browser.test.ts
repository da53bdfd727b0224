import { afterEach, expect, it, vi } from 'vitest';
import { compileInBrowser } from './compile-in-browser.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, type: string): void => {
  // The smallest module there is: its mark and its version.
  const code = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  vi.stubGlobal('fetch', async () => new Response(code, { status, headers: { 'Content-Type': type } }));
};

it('compiles what a server sends, whether or not the server knows the type', async () => {
  for (const type of ['application/wasm', 'application/octet-stream']) {
    answering(200, type);
    expect(await compileInBrowser()).toBeInstanceOf(WebAssembly.Module);
  }
});

it('says what a server answers that has no such file', async () => {
  answering(404, 'text/html');
  await expect(compileInBrowser()).rejects.toThrow(/sqlite3.*: the server answers 404/);
});
