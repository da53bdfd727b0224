import { re2 } from '../../expression/evaluate/patterns.ts';
import { readWritten } from '../../model/written/read.ts';
import type { DatabaseParts } from '../../store/open-in-browser.ts';
import { begin } from './run-worker.ts';
import type { Start } from './wire.ts';

/*
 * The worker of a built product, whose document `ninefold build` has already read. It loads the
 * reader only to keep an earlier text running, when the new release would lose data.
 */

export const beginModel = (start: Start, database: DatabaseParts): Promise<void> =>
  begin(start, database, {
    async document(written) {
      if (written.includes('"name":"matches"')) await re2.load();
      return readWritten(written);
    },
    text: async (text) => (await import('../../model/read.ts')).readModel(text),
  });
