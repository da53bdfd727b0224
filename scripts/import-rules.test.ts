import { describe, expect, test } from 'vitest';
import { checkImports } from './import-rules.ts';

/** The violations in some files, as `path:line rule`. */
function check(files: Record<string, string>, others: readonly string[] = []): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return checkImports(sources, (path) => others.includes(path)).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

const span = { 'src/base/span.ts': 'export interface Span { from: number }' };

describe('layers', () => {
  test('may import downwards', () => {
    expect(check({ ...span, 'src/syntax/tree.ts': "import type { Span } from '../base/span.ts';\nexport type T = Span;" })).toEqual([]);
  });

  test('may not import upwards, types included', () => {
    const files = {
      'src/model/model.ts': 'export type Model = 1;',
      'src/syntax/a.ts': "\nimport type { Model } from '../model/model.ts';\nexport type T = Model;",
      'src/syntax/b.ts': "export type T = import('../model/model.ts').Model;",
      'src/syntax/c.ts': "export type { Model } from '../model/model.ts';",
      'src/syntax/d.ts': "export const load = () => import('../model/model.ts');",
    };
    expect(check(files)).toEqual([
      'src/syntax/a.ts:2 layer',
      'src/syntax/b.ts:1 layer',
      'src/syntax/c.ts:1 layer',
      'src/syntax/d.ts:1 layer',
    ]);
  });

  test('count a worker as an import', () => {
    const files = {
      'src/workbench/worker.ts': 'export {};',
      'src/engine/start.ts': "export const start = () => new Worker(new URL('../workbench/worker.ts', import.meta.url));",
    };
    expect(check(files)).toEqual(['src/engine/start.ts:1 layer']);
  });

  test('keep test helpers out of product code, but not out of tests', () => {
    const use = "import { a } from '../../testing/a.ts';\nexport const b = a;";
    const files = { 'testing/a.ts': 'export const a = 1;', 'src/base/b.ts': use, 'src/base/b.test.ts': use };
    expect(check(files)).toEqual(['src/base/b.ts:1 layer']);
  });

  test('keep databases out of the runtime', () => {
    const files = { 'src/store/sqlite/open.ts': 'export const a = 1;', 'src/runtime/b.ts': "export { a } from '../store/sqlite/open.ts';" };
    expect(check(files)).toEqual(['src/runtime/b.ts:1 layer']);
  });

  test('must include every folder', () => {
    expect(check({ ...span, 'src/extra/a.ts': "export type { Span } from '../base/span.ts';" })).toEqual(['src/extra/a.ts:1 layer']);
  });

  test('may import a document as data', () => {
    const files = { 'src/workbench/a.ts': "import text from '../../specs/helpdesk.md?raw';\nexport const a = text;" };
    expect(check(files, ['specs/helpdesk.md'])).toEqual([]);
    const notation = { 'src/workbench/a.ts': "import text from '../../docs/notation.md?raw';\nexport const a = text;" };
    expect(check(notation, ['docs/notation.md'])).toEqual([]);
  });
});

describe('files', () => {
  test('reports each circle once, types included', () => {
    const files = {
      'src/base/a.ts': "import type { B } from './b.ts';\nexport type A = B;",
      'src/base/b.ts': "import type { C } from './c.ts';\nexport type B = C;",
      'src/base/c.ts': "\nimport type { A } from './a.ts';\nexport type C = A;",
    };
    expect(check(files)).toEqual(['src/base/a.ts:1 circle']);
  });

  test('reports imports of missing files and without an extension', () => {
    expect(check({ ...span, 'src/base/a.ts': "export * from './span';\nexport * from './gone.ts';" })).toEqual([
      'src/base/a.ts:1 missing-file',
      'src/base/a.ts:2 missing-file',
    ]);
  });

  test('reports an inner index, except a registry', () => {
    expect(check({ 'src/base/index.ts': 'export {};', 'src/check/rules/index.ts': 'export {};' })).toEqual([
      'src/base/index.ts:1 inner-index',
    ]);
  });

  test('reports a file that cannot be parsed', () => {
    expect(check({ 'src/base/a.ts': 'export const = 1;' })).toEqual(['src/base/a.ts:1 syntax']);
  });
});

describe('packages', () => {
  test('allows node: only in layers for Node', () => {
    const use = "import { join } from 'node:path';\nexport const a = join;";
    expect(check({ 'src/model/a.ts': use, 'src/cli/a.ts': use, 'src/model/a.test.ts': use, 'testing/a.ts': use })).toEqual([
      'src/model/a.ts:1 node',
    ]);
  });

  test('allows React only in layers with a user interface', () => {
    const use = "import { useState } from 'react';\nexport const a = useState;";
    expect(check({ 'src/engine/a.ts': use, 'src/ui/a.ts': use })).toEqual(['src/engine/a.ts:1 package']);
  });
});

describe('state, clock and randomness', () => {
  test('module-level state', () => {
    const files = {
      'src/base/a.ts':
        'let count = 0;\nexport var other = 1;\nconst cache = new Map<string, number>();\nexport const f = () => { let x = count; return cache.get(String(x)); };',
      'src/base/b.ts': "export const words = new Set(['a']);\nexport const weak = new WeakMap<object, number>();",
    };
    expect(check(files)).toEqual(['src/base/a.ts:1 module-state', 'src/base/a.ts:2 module-state', 'src/base/a.ts:3 module-state']);
  });

  test('allows the real clock and randomness in one file only', () => {
    const use = 'export const a = () => [\nDate.now(),\nMath.random(),\ncrypto.randomUUID(),\nnew Date(),\nnew Date(0)];';
    expect(check({ 'src/base/platform.ts': use, 'src/engine/a.ts': use, 'src/engine/a.test.ts': use })).toEqual([
      'src/engine/a.ts:2 clock',
      'src/engine/a.ts:3 clock',
      'src/engine/a.ts:4 clock',
      'src/engine/a.ts:5 clock',
    ]);
  });
});
