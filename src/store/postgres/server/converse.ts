import { Crossing } from './crossing.ts';
import type { IoStart, Question, Reply } from './io-messages.ts';
import { readAddress } from './server-address.ts';
import { openServerSession, type ServerSession } from './server-session.ts';

/**
 * Talks to a Postgres server for a thread that waits for the answers (bridge.ts), from this thread, which must not be that one. It passes bytes on and knows no
 * SQL. It ends with the other end of the port. Returns what cuts the connection: whoever waits hears that it is lost.
 */
export function converse({ address, shared, port }: IoStart): () => void {
  const crossing = new Crossing(shared);
  const server = readAddress(address, process.env['PGPASSWORD']);
  let session: ServerSession | null = null;

  const reply = (message: Reply, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(message, transfer);
    crossing.reply();
  };

  const lost = (number: number, error: unknown): void =>
    reply({ number, kind: 'lost', why: error instanceof Error ? error.message : String(error) });

  const open = async (number: number): Promise<void> => {
    try {
      session?.close();
      session = await openServerSession(server);
      reply({ number, kind: 'answer', answer: new Uint8Array(0) });
    } catch (error) {
      lost(number, error);
    }
  };

  const exchange = async (number: number, request: Uint8Array): Promise<void> => {
    try {
      if (session === null) throw new Error('there is no session with the server');
      const bytes = await session.exchange(request);
      if (crossing.putAnswer(number, bytes)) crossing.reply();
      else reply({ number, kind: 'answer', answer: bytes }, [bytes.buffer]);
    } catch (error) {
      lost(number, error);
    }
  };

  port.on('close', () => session?.close());
  port.on('message', (question: Question) => {
    if (typeof question === 'number') return void exchange(question, crossing.takeQuestion());
    if (question.kind === 'exchange') return void exchange(question.number, question.request);
    if (question.kind === 'open') return void open(question.number);
    session?.close();
    if (question.kind === 'end') port.close();
  });
  return () => session?.abandon('the database does not answer');
}
