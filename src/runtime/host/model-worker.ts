import { re2 } from '../../expression/evaluate/patterns.ts';
import { readWritten } from '../../model/written/read.ts';
import { begin } from './run-worker.ts';
import type { Start } from './wire.ts';

/*
 * What the worker of a built product runs, whose document `ninefold build` has read already. It
 * loads the reader only when it must go on with an earlier text, which a new release would lose
 * data of.
 */

export const beginModel = (start: Start, database: Promise<WebAssembly.Module>): Promise<void> =>
  begin(start, database, {
    async document(written) {
      if (written.includes('"name":"matches"')) await re2.load();
      return readWritten(written);
    },
    text: async (text) => (await import('../../model/read.ts')).readModel(text),
  });
