import type { IoStart, Question, Reply } from './io-messages.ts';
import { readAddress } from './server-address.ts';
import { openServerSession, type ServerSession } from './server-session.ts';

/**
 * Talks to a Postgres server for a thread that waits for the answers (bridge.ts), from this thread, which must not be that one. It passes bytes on and knows no
 * SQL. It ends with the other end of the port.
 */
export function converse({ address, replies, port }: IoStart): void {
  const server = readAddress(address, process.env['PGPASSWORD']);
  let session: ServerSession | null = null;

  const reply = (message: Reply, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(message, transfer);
    Atomics.add(replies, 0, 1);
    Atomics.notify(replies, 0);
  };

  const answer = async (question: Extract<Question, { kind: 'open' | 'exchange' }>): Promise<void> => {
    const { number } = question;
    try {
      if (question.kind === 'open') {
        session?.close();
        session = await openServerSession(server);
        reply({ number, kind: 'answer', answer: new Uint8Array(0) });
        return;
      }
      if (session === null) throw new Error('there is no session with the server');
      const bytes = await session.exchange(question.request);
      reply({ number, kind: 'answer', answer: bytes }, [bytes.buffer]);
    } catch (error) {
      reply({ number, kind: 'lost', why: error instanceof Error ? error.message : String(error) });
    }
  };

  port.on('close', () => session?.close());
  port.on('message', (question: Question) => {
    if (question.kind === 'open' || question.kind === 'exchange') void answer(question);
    else {
      session?.close();
      if (question.kind === 'end') port.close();
    }
  });
}
