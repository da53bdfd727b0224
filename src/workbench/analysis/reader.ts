import { Checker } from '../../check/check.ts';
import { questionsOf } from '../../check/questions-of.ts';
import { ModelReader } from '../../model/model-reader.ts';
import type { Reader } from './analysis.ts';

/**
 * Creates the reader and the checker for one open document. They reuse results of the previous
 * version. A separate file, so that it can load after the first paint.
 */
export function createReader(): Reader {
  const model = new ModelReader();
  const checker = new Checker();
  return { read: (text) => model.read(text), check: (read) => checker.check(read), ask: questionsOf };
}
