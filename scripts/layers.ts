/** The layers that each layer may import besides itself; a layer is a folder of `src`. */
export const layers: Readonly<Record<string, readonly string[]>> = (() => {
  const model = ['base', 'syntax', 'expression', 'model'];
  const engine = [...model, 'store', 'engine'];
  return {
    base: [],
    syntax: ['base'],
    expression: ['base'],
    model: ['base', 'syntax', 'expression'],
    check: model,
    language: [...model, 'check'],
    // The storage formats, for exporters that describe them; never a database.
    export: [...model, 'store'],
    // Texts of other formats, converted to documents that check without errors.
    import: [...model, 'check'],
    store: model,
    engine: [...model, 'store'],
    serve: engine,
    verify: engine,
    explorer: [...engine, 'verify'],
    // Of `serve` only the calls, which know no transport (see closedFolders).
    verifier: [...engine, 'serve', 'verify', 'explorer'],
    ui: ['base'],
    runtime: [...engine, 'ui'],
    // Of `serve` only the calls, which know no transport (see closedFolders).
    workbench: [...engine, 'check', 'language', 'export', 'import', 'serve', 'verify', 'explorer', 'verifier', 'ui', 'runtime'],
    cli: [...engine, 'check', 'language', 'export', 'import', 'serve', 'verify', 'explorer', 'verifier'],
    // The exports of package.json, for other programs.
    package: [...engine, 'check', 'language', 'export', 'import', 'serve', 'verify', 'explorer', 'verifier', 'cli'],
  };
})();

/** Folders that may import modules of Node. */
export const nodeFolders = ['src/cli/', 'src/serve/', 'src/store/postgres/'];

/** Packages that only some layers may import, by the start of their name. */
export const packageOwners: readonly { readonly prefix: string; readonly layers: readonly string[] }[] = [
  { prefix: 'react', layers: ['ui', 'runtime', 'workbench'] },
  { prefix: '@base-ui/', layers: ['ui', 'runtime', 'workbench'] },
  { prefix: '@tabler/', layers: ['ui', 'runtime', 'workbench'] },
  { prefix: '@tanstack/', layers: ['ui', 'runtime', 'workbench'] },
  { prefix: '@dnd-kit/', layers: ['ui', 'runtime', 'workbench'] },
  { prefix: '@codemirror/', layers: ['workbench'] },
  { prefix: '@xyflow/', layers: ['workbench'] },
  { prefix: 'elkjs', layers: ['workbench'] },
  { prefix: '@sqlite.org/', layers: ['store'] },
  { prefix: '@marcbachmann/cel-js', layers: ['expression'] },
  { prefix: 'hono', layers: ['serve'] },
  { prefix: '@hono/', layers: ['serve'] },
  { prefix: 'rate-limiter-flexible', layers: ['serve'] },
  { prefix: 'prom-client', layers: ['serve'] },
  { prefix: 'nodemailer', layers: ['serve'] },
  { prefix: 'aws4fetch', layers: ['serve'] },
  { prefix: 'vscode-', layers: ['cli'] },
  { prefix: '@modelcontextprotocol/', layers: ['cli'] },
  { prefix: 'playwright-core', layers: ['cli'] },
];

/**
 * Folders that a layer may not import although it may import their layer. `runtime` sees the
 * engine's session but no database; `verifier` and `workbench` use the calls of `serve` but run no
 * server.
 */
export const closedFolders: readonly { readonly layer: string; readonly folder: string }[] = [
  { layer: 'runtime', folder: 'src/store/sql/' },
  { layer: 'runtime', folder: 'src/store/sqlite/' },
  { layer: 'runtime', folder: 'src/store/postgres/' },
  { layer: 'verifier', folder: 'src/serve/engine/' },
  { layer: 'verifier', folder: 'src/serve/http/' },
  { layer: 'workbench', folder: 'src/serve/engine/' },
  { layer: 'workbench', folder: 'src/serve/http/' },
];

/** Folders whose `index.ts` is a registry: an explicit list of the folder's files. */
export const registryFolders = [
  'rules',
  'operations',
  'parts',
  'exporters',
  'importers',
  'commands',
  'formats',
  'questions',
  'views',
  'types',
];

/** The only file that may use the real clock and real randomness. */
export const platformFile = 'src/base/platform.ts';
