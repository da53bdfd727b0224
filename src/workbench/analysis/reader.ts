import { checkModel } from '../../check/check.ts';
import { questionsOf } from '../../check/questions-of.ts';
import { ModelReader } from '../../model/model-reader.ts';
import type { Reader } from './analysis.ts';

/**
 * The reader and the checker of the notation for one open document; a separate file, so that it
 * can be loaded after the first paint. Each version is read with what is known from the one before.
 */
export function createReader(): Reader {
  const model = new ModelReader();
  return { read: (text) => model.read(text), check: (read) => checkModel(read), ask: questionsOf };
}
