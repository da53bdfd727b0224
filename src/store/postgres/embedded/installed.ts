import { createRequire } from 'node:module';

const name = '@electric-sql/pglite';

/** What to do if PGlite, an optional package, is not installed; null if it is. */
export function pgliteMissing(require: NodeJS.Require = createRequire(import.meta.url)): string | null {
  try {
    require.resolve(name);
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
  }
  const { optionalDependencies } = require('ninefold/package.json') as { readonly optionalDependencies: Readonly<Record<string, string>> };
  const install = `npm install ${name}@${optionalDependencies[name]}`;
  return `the data would be kept in PGlite, which is not installed. Install it (${install}), name a Postgres server (--database URL), or keep nothing (serve --memory).`;
}
