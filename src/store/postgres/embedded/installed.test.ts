import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pgliteMissing } from './installed.ts';

const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));

test('if PGlite is not installed, the message names the version that this package requires', () => {
  const resolve = Object.assign(
    () => {
      throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
    },
    { paths: () => null },
  );
  const require = Object.assign(() => manifest, { resolve, cache: {}, extensions: {} as NodeJS.RequireExtensions, main: undefined });
  expect(pgliteMissing(require)).toContain(`npm install @electric-sql/pglite@${manifest.optionalDependencies['@electric-sql/pglite']}`);
  expect(pgliteMissing()).toBeNull();
});
