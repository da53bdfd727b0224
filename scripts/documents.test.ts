import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { layers, registryFolders } from './layers.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split(
  '\n',
);
const folders = new Set(tracked.flatMap((path) => path.split('/').map((_, count, parts) => parts.slice(0, count).join('/'))));
const exported = Object.keys((JSON.parse(read('package.json')) as { exports: object }).exports);

/**
 * The paths in `code`, each with the folder of its table row. `<name>` and `NAME` match any name.
 */
function pathsIn(text: string): { readonly path: string; readonly within: string }[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return prose.split('\n').flatMap((line) => {
    const within = /^\| `([^`]+\/)` \|/.exec(line)?.[1] ?? '';
    const spans = [...line.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span);
    const links = [...line.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link);
    const isPath = (span: string): boolean => /^[.\w-][\w.<>-]*\//.test(span) || /^[\w<>-]+\.(tsx?|mjs|md|json)$/.test(span);
    return [...spans.filter(isPath), ...links].map((path) => ({ path, within }));
  });
}

function exists({ path, within }: { readonly path: string; readonly within: string }): boolean {
  if (exported.includes(path)) return true;
  // An import path as a layer's file would have it.
  const plain = path.startsWith('../') ? `src/${path.slice(3)}` : path;
  const pattern = normalize(plain)
    .replace(/\/$/, '')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/<[\w-]+>/g, '[^/]+');
  const places = ['', within, 'src/'].map((base) => new RegExp(`^${base}${pattern}$`));
  return [...tracked, ...folders].some(
    (known) => places.some((place) => place.test(known)) || (!plain.includes('/') && new RegExp(`(^|/)${pattern}$`).test(known)),
  );
}

test.each([['ARCHITECTURE.md'], ['CONTRIBUTING.md']])('%s names only paths that exist', (document) => {
  const paths = pathsIn(read(document));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((one) => !exists(one)).map(({ path }) => path)).toEqual([]);
});

test('ARCHITECTURE.md has a row for every layer', () => {
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `src\/(\w+)\/` \|/gm)].map(([, name = '']) => name);
  expect(rows.toSorted()).toEqual(Object.keys(layers).toSorted());
});

describe('decisions', () => {
  const files = readdirSync(join(root, 'docs/decisions'));
  const numberOf = (file: string): number => Number(file.slice(0, 4));

  test('have unique numbers', () => {
    expect(new Set(files.map(numberOf)).size).toBe(files.length);
  });

  test.each(files.map((file) => [file]))('%s says its number and its status', (file) => {
    const [title = '', , status = ''] = read(`docs/decisions/${file}`).split('\n');
    expect(title).toMatch(new RegExp(`^# ${numberOf(file)}\\. \\S`));
    const [, by] = /^\*\*Status:\*\* (?:accepted|superseded by \[\d+\]\(([^)]+)\).*)$/.exec(status) ?? expect.fail(`no status: ${status}`);
    if (by !== undefined) expect(files).toContain(by);
  });
});

test('the layers of scripts/layers.ts are the folders of src', () => {
  const present = [...folders].flatMap((folder) => /^src\/(\w+)$/.exec(folder)?.[1] ?? []);
  expect(present.toSorted()).toEqual(Object.keys(layers).toSorted());
});

test('scripts/layers.ts names no missing registry', () => {
  const isRegistry = (name: string): boolean => tracked.some((path) => new RegExp(`/${name}/index\\.tsx?$`).test(path));
  expect(registryFolders.filter((name) => !isRegistry(name))).toEqual([]);
});
