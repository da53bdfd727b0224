import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

// npm writes a lock without the packages that the registry did not have at that moment, and `npm
// ci` then refuses it everywhere.
test('package-lock.json holds the packages of all platforms', () => {
  const packages: Record<string, Locked> = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')).packages;
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`]),
  );
  expect(missing, 'choose a version whose packages for other platforms are published').toEqual([]);
});
