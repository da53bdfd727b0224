import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
let built = false;

/** Builds the code as it is published, once: run from its sources every function carries the cost of keeping its name. */
export function buildPublished(): void {
  if (built) return;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-node.mjs'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  built = true;
}

/** The reader, the checker and the evaluator as they are published. */
export async function published() {
  buildPublished();
  const load = async (path: string): Promise<unknown> => await import(new URL(`../dist/${path}.js`, import.meta.url).href);
  const { checkModel } = (await load('check/check')) as typeof import('../src/check/check.ts');
  const { readModel } = (await load('model/read')) as typeof import('../src/model/read.ts');
  const { ModelReader } = (await load('model/model-reader')) as typeof import('../src/model/model-reader.ts');
  const { compileExpression } = (await load('expression/evaluate')) as typeof import('../src/expression/evaluate.ts');
  for (const [name, found] of Object.entries({ checkModel, readModel, ModelReader, compileExpression }))
    if (typeof found !== 'function') throw new Error(`the published code has no ${name}: it is no longer used by a command`);
  return { checkModel, readModel, ModelReader, compileExpression };
}
