import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

// npm omits packages from the lock that the registry lacked at that moment; `npm ci` then fails
// everywhere.
test('package-lock.json has the packages of all platforms', () => {
  const packages: Record<string, Locked> = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')).packages;
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`]),
  );
  expect(missing, 'choose a version whose packages for other platforms are published').toEqual([]);
});
