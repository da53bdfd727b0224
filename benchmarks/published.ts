import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = '.cache/published';
let built = false;

/** Modules that the package does not name, for benchmarks of one function. */
const further = [
  'check/check',
  'model/read',
  'model/model-reader',
  'expression/evaluate/evaluate',
  'explorer/explore',
  '../benchmarks/store/measure',
];

/**
 * The reader, the checker, the evaluator and the store as they are published: run from its sources
 * every function carries the cost of keeping its name.
 */
export async function published() {
  if (!built) {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build-node.mjs', folder, ...further], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    built = true;
  }
  const load = async (path: string): Promise<unknown> => await import(new URL(`../${folder}/${path}.js`, import.meta.url).href);
  const { Checker, checkModel } = (await load('check/check')) as typeof import('../src/check/check.ts');
  const { readModel } = (await load('model/read')) as typeof import('../src/model/read.ts');
  const { ModelReader } = (await load('model/model-reader')) as typeof import('../src/model/model-reader.ts');
  const { compileExpression } = (await load('expression/evaluate/evaluate')) as typeof import('../src/expression/evaluate/evaluate.ts');
  const { explore } = (await load('explorer/explore')) as typeof import('../src/explorer/explore.ts');
  const { inPostgres, measure, openSqlite } = (await load('benchmarks/store/measure')) as typeof import('./store/measure.ts');
  return { Checker, checkModel, readModel, ModelReader, compileExpression, explore, inPostgres, measure, openSqlite };
}
