import { type parentPort, workerData } from 'node:worker_threads';
import { connectEmbedded } from '../../src/store/postgres/embedded/connect-embedded.ts';
import { type Embedded, openPglite } from '../../src/store/postgres/embedded/pglite.ts';
import { PostgresError } from '../../src/store/postgres/postgres-error.ts';
import { connectServer } from '../../src/store/postgres/server/open-postgres.ts';
import type { Sessions } from '../../src/store/postgres/sessions.ts';
import { Unreachable } from '../../src/store/postgres/unreachable.ts';
import type { BlockingAnswer, BlockingQuestion, BlockingReply } from './blocking.ts';

/* Owns the connections of a thread that waits (testing/postgres/blocking.ts). */

const { port, cell } = workerData as { readonly port: NonNullable<typeof parentPort>; readonly cell: Int32Array };
const all = new Map<number, Sessions>();
const databases = new Map<number, Embedded>();

async function answerTo(question: BlockingQuestion): Promise<readonly BlockingReply[]> {
  const { store } = question;
  switch (question.kind) {
    case 'embedded':
      databases.set(store, await openPglite(question.folder, () => process.exit(1)));
      return [];
    case 'schema': {
      const database = databases.get(question.database);
      if (database === undefined) throw new Error('the database is closed');
      all.set(store, await connectEmbedded(() => database.socket(), question.schema));
      return [];
    }
    case 'server':
      all.set(store, await connectServer(question.address, question.options));
      return [];
    case 'close':
      await all.get(store)?.close();
      await databases.get(store)?.close();
      all.delete(store);
      databases.delete(store);
      return [];
    case 'request': {
      const replies = (await all.get(store)?.perform(question.request)) ?? [];
      return replies.map((reply): BlockingReply => {
        if (!(reply instanceof PostgresError)) return reply;
        const { message, code, detail, table, column, constraint, routine, warnings } = reply;
        return { error: { message, code, detail, table, column, constraint, routine, warnings } };
      });
    }
  }
}

port.on('message', async (question: BlockingQuestion) => {
  let answer: BlockingAnswer;
  try {
    answer = { replies: await answerTo(question) };
  } catch (error) {
    answer = { lost: error instanceof Error ? error.message : String(error), isUnreachable: error instanceof Unreachable };
  }
  port.postMessage(answer);
  Atomics.add(cell, 0, 1);
  Atomics.notify(cell, 0);
});
