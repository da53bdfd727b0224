import { createRequire } from 'node:module';

/**
 * Returns what to do if an optional package is not installed; null if it is. `use` starts the
 * sentence: `The server needs …`.
 */
export function packageMissing(name: string, use: string, require: NodeJS.Require = createRequire(import.meta.url)): string | null {
  try {
    require.resolve(name);
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
  }
  const { peerDependencies } = require('ninefold/package.json') as { readonly peerDependencies: Readonly<Record<string, string>> };
  return `${use}, which is not installed: npm install ${name}@${peerDependencies[name]}`;
}
