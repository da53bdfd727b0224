import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askServed, runInstalled } from '../../testing/browser/consumer.ts';
import { npm, RegistryUnreachable } from '../../testing/process/npm.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ninefold-package-')));
const long = 240_000;
/** `NINEFOLD_NODES="22 24"`: the package is tried on these versions too, which are downloaded. */
const versions = (process.env['NINEFOLD_NODES'] ?? '').split(' ').filter((version) => version !== '');

/** Why nothing can be installed here; null: it is installed, without PGlite. */
let why: string | null = null;

beforeAll(() => {
  npm(root, ['pack', '--pack-destination', folder]);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  cpSync(join(root, 'specs', 'helpdesk.md'), join(folder, 'helpdesk.md'));
  try {
    npm(folder, ['install', tarball(), '--omit=optional']);
  } catch (error) {
    if (!(error instanceof RegistryUnreachable)) throw error;
    why = `the npm registry cannot be reached: ${error.message}`;
  }
}, long);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tarball = (): string => join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'no package');

function sizeOf(path: string): number {
  const stats = statSync(path);
  return stats.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stats.size;
}

const own = join(folder, 'node_modules', 'ninefold');

test('the package holds what is built and the notation, and is small when it is installed', ({ skip }) => {
  if (why !== null) skip(why);
  expect(readdirSync(own).sort()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'docs', 'package.json']);
  expect(readdirSync(join(own, 'bin'))).toEqual(['ninefold.js']);
  expect(readdirSync(join(own, 'dist')).sort()).toEqual(['node', 'product', 'types']);
  expect(readdirSync(join(own, 'docs'))).toEqual(['behaviour.md', 'notation.md']);
  const installed = readdirSync(join(folder, 'node_modules'));
  for (const name of ['tsx', 'react', '@base-ui', '@codemirror', '@electric-sql', 'elkjs', 'vite']) expect(installed).not.toContain(name);
  expect(sizeOf(join(folder, 'node_modules')) / 1_000_000).toBeLessThan(60);
});

describe.each([null, ...versions])('on Node %s (null: the one that runs the tests)', (version) => {
  let node = process.execPath;
  beforeAll(() => {
    if (version === null || why !== null) return;
    const place = join(folder, `node-${version}`);
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{ "private": true }');
    npm(place, ['install', `node@${version}`]);
    node = join(place, 'node_modules', 'node', 'bin', 'node');
    expect(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout).toMatch(new RegExp(`^v${version}\\.`));
  }, long);

  test('check, test, build and explain', { timeout: long }, ({ skip }) => {
    if (why !== null) skip(why);
    const run = (...args: string[]) => runInstalled(folder, args, node);
    expect(run('check', 'helpdesk.md')).toMatchObject({ code: 0, errors: '' });
    writeFileSync(
      join(folder, 'wrong.md'),
      '# Specification: Shop\n\n## 3. Entities\n\n### A\n\n| Field | Type |\n|---|---|\n| b | Nothing |\n',
    );
    expect(run('check', 'wrong.md', '--format', 'github')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^::error file=wrong\.md,line=9/m),
    });
    expect(run('test', 'helpdesk.md')).toMatchObject({ code: 0, output: expect.stringMatching(/scenarios, all pass/) });
    expect(run('build', 'helpdesk.md', '--out', `site-${version}`)).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, `site-${version}`, 'index.html'), 'utf8')).toContain('Helpdesk');
    expect(run('explain', 'unreachable-state').output).toMatch(/^# unreachable-state/);
  });

  test('serve', { timeout: long }, async ({ skip }) => {
    if (why !== null) skip(why);
    const calls = await askServed(folder, ['helpdesk.md', '--memory'], '/openapi.json', node);
    expect(calls.status).toBe(200);
    const page = await askServed(folder, ['helpdesk.md', '--memory'], '/', node);
    expect(await page.text()).toContain('<title>Helpdesk</title>');
  });
});

test('what it exports runs, and has types', { timeout: long }, ({ skip }) => {
  if (why !== null) skip(why);
  writeFileSync(join(folder, 'use.mts'), program);
  writeFileSync(join(folder, 'run.mjs'), program.replace(/^import \{ type .*$/m, '').replaceAll(/: (?:Finding|boolean)\[\]/g, ''));
  const compiled = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
      ...compilerOptions,
      '--typeRoots',
      join(root, 'node_modules', '@types'),
      'use.mts',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(compiled.stdout).toBe('');
  const ran = spawnSync(process.execPath, ['run.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  expect(JSON.parse(ran.stdout)).toEqual({ errors: [], passed: [true, true, true, true, true], formatted: true, status: 200 });
});

const compilerOptions = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
const program = `import { readFileSync } from 'node:fs';
import { type Finding } from 'ninefold';
import { checkModel, readModel, runScenarios } from 'ninefold';
import { formatDocument } from 'ninefold/language';
import { serveDocument } from 'ninefold/serve';

const text = readFileSync('helpdesk.md', 'utf8');
const model = readModel(text);
const errors: Finding[] = checkModel(model).filter(({ severity }) => severity === 'error');
const passed: boolean[] = runScenarios(model).map((scenario) => scenario.passed);
const served = await serveDocument(text, { database: { kind: 'memory' } });
const { status } = await fetch(served.url + '/openapi.json');
await served.stop(1000);
console.log(JSON.stringify({ errors, passed, formatted: Array.isArray(formatDocument(text)), status }));
`;

test('without PGlite serve says what to install, and keeps the data once that is done', { timeout: long }, async ({ skip }) => {
  if (why !== null) skip(why);
  const { code, errors } = runInstalled(folder, ['serve', 'helpdesk.md', '--port', '0']);
  const [, install = ''] = /PGlite, which is not installed\. Install it \(npm (install @electric-sql\/pglite@\d[^)]*)\)/.exec(errors) ?? [];
  expect(code).toBe(2);
  // A normal installation of the package brings the same one.
  const { optionalDependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  expect(install).toBe(`install @electric-sql/pglite@${optionalDependencies['@electric-sql/pglite']}`);
  npm(folder, install.split(' '));
  const answer = await askServed(folder, ['helpdesk.md', '--data', 'kept'], '/readyz');
  expect(await answer.text()).toBe('ready\n');
  expect(existsSync(join(folder, 'kept', 'postgres'))).toBe(true);
});
