import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run.ts';
import { diskHost } from '../../testing/process/disk-host.ts';
import { objectNamesDocument } from '../hostile/object-names.ts';

/**
 * Names that every object of JavaScript has, as columns of Postgres, of CSV and as keys of JSON.
 */
const folder = mkdtempSync(join(tmpdir(), 'ninefold-names-'));
const path = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function data(...args: readonly string[]): Promise<string> {
  const host = diskHost(folder);
  const code = await runCli(['data', ...args, '--data', path('names.data')], host, '1.2.3');
  if (code !== 0) throw new Error(host.errors);
  return host.output;
}

test('names that every object has go through a folder of Postgres, CSV and JSON', async () => {
  writeFileSync(path('names.md'), objectNamesDocument);
  writeFileSync(path('Thing.csv'), 'name,constructor,toString,__proto__\nfresh,own,4,standard too\nbare,,,\n');
  await data('import', 'names.md', 'Thing.csv');
  const exported = await data('export', 'names.md');
  const things: Record<string, unknown>[] = JSON.parse(exported).entities.Thing;
  const fresh = things.find(({ name }) => name === 'fresh');
  expect(Object.entries(fresh ?? {})).toEqual(
    expect.arrayContaining([
      ['constructor', 'own'],
      ['toString', 4],
      ['__proto__', 'standard too'],
      ['valueOf', null],
    ]),
  );
  await data('export', 'names.md', '--out', 'tables');
  expect(readFileSync(path('tables/Thing.csv'), 'utf8')).toContain('constructor,toString');
  await data('import', 'names.md', 'tables');
  expect(await data('export', 'names.md')).toContain('"__proto__": "standard too"');
}, 60_000);
