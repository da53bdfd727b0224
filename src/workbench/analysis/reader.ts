import { checkModel } from '../../check/check.ts';
import { questionsOf } from '../../check/questions-of.ts';
import { readModel } from '../../model/read.ts';
import type { Reader } from './analysis.ts';

/** The reader and the checker of the notation; a file of its own, so that it can be loaded after the first paint. */
export const reader: Reader = { read: readModel, check: (model) => checkModel(model), ask: questionsOf };
