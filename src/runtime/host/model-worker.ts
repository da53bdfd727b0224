import { re2 } from '../../expression/evaluate/patterns.ts';
import { readWritten } from '../../model/written/read.ts';
import { runWorker } from './run-worker.ts';

/*
 * The worker of a built product, whose document `ninefold build` has read already. It loads the
 * reader only when it must go on with an earlier text, which a new release would lose data of.
 */

runWorker({
  async document(written) {
    if (written.includes('"name":"matches"')) await re2.load();
    return readWritten(written);
  },
  text: async (text) => (await import('../../model/read.ts')).readModel(text),
});
