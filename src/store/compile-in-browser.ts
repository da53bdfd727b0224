import address from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';

/** SQLite's code for `openInBrowser`: a page has it compiled while its worker starts. */
export const compileInBrowser = (): Promise<WebAssembly.Module> => WebAssembly.compileStreaming(fetch(address));
