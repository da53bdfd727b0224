import sqlite3InitModule, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';

/** Loads SQLite. `code`: its compiled module, fetched if absent. */
export async function loadSqlite(code?: WebAssembly.Module): Promise<Sqlite3Static> {
  // SQLite reads this once at startup. Constraint errors are thrown anyway, so the console need not
  // repeat them; and warnings about unused kinds of storage (which need headers that no static
  // server sends) are noise.
  const scope = globalThis as { sqlite3ApiConfig?: object };
  scope.sqlite3ApiConfig = { warn: () => undefined, disable: { vfs: { opfs: true, 'opfs-wl': true, kvvfs: true } } };
  const sqlite3 = await (sqlite3InitModule as (options?: object) => Promise<Sqlite3Static>)(
    code === undefined ? undefined : { instantiateWasm: instantiator(code) },
  );
  sqlite3.config.warn = () => undefined;
  return sqlite3;
}

/**
 * Emscripten's hook for supplying the module: returning `{}` announces that `take` will be called
 * later.
 */
const instantiator =
  (module: WebAssembly.Module) =>
  (imports: WebAssembly.Imports, take: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object => {
    void WebAssembly.instantiate(module, imports).then((instance) => take(instance, module));
    return {};
  };
