import { Checker } from '../../check/check.ts';
import { questionsOf } from '../../check/questions-of.ts';
import { ModelReader } from '../../model/model-reader.ts';
import type { Reader } from './analysis.ts';

/**
 * The reader and the checker of the notation for one open document; a separate file, so that it
 * can be loaded after the first paint. Each version is read and checked with what is known from
 * the one before.
 */
export function createReader(): Reader {
  const model = new ModelReader();
  const checker = new Checker();
  return { read: (text) => model.read(text), check: (read) => checker.check(read), ask: questionsOf };
}
