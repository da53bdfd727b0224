import address from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';

/** SQLite's code for `openInBrowser`: a page has it compiled while its worker starts. */
export async function compileInBrowser(): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: the server answers ${answer.status}`);
  // Compiling while it comes asks for this type, which not every server knows.
  if (answer.headers.get('Content-Type') === 'application/wasm') return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
