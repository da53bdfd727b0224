import sqlite3InitModule, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';

/** SQLite itself; `code` is its own, compiled, where it is not fetched here. */
export async function loadSqlite(code?: WebAssembly.Module): Promise<Sqlite3Static> {
  // SQLite reads this once at startup. Constraint errors are thrown, so the console need not repeat
  // them; and warnings about storage that we do not use (it needs headers that no static server
  // sends) are noise.
  const scope = globalThis as { sqlite3ApiConfig?: object };
  scope.sqlite3ApiConfig = { warn: () => undefined, disable: { vfs: { opfs: true, 'opfs-wl': true, kvvfs: true } } };
  const sqlite3 = await (sqlite3InitModule as (options?: object) => Promise<Sqlite3Static>)(
    code === undefined ? undefined : { instantiateWasm: instantiator(code) },
  );
  sqlite3.config.warn = () => undefined;
  return sqlite3;
}

/** Emscripten's way to be given its code: the answer `{}` says that it comes later, by the call. */
const instantiator =
  (module: WebAssembly.Module) =>
  (imports: WebAssembly.Imports, take: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object => {
    void WebAssembly.instantiate(module, imports).then((instance) => take(instance, module));
    return {};
  };
