import address from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';

/**
 * Fetches and compiles SQLite's code for `openInBrowser`, so that a page can do it while its worker
 * starts. Rejects if the server does not have the file.
 */
export async function compileInBrowser(): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: the server answers ${answer.status}`);
  // Streaming compilation requires this content type, which not every server sends.
  if (answer.headers.get('Content-Type') === 'application/wasm') return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
