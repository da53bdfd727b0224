import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What arrived under one id, and how often. */
export interface Arrivals {
  /** The subject of the mail, or the reference of the charge. */
  readonly about: string;
  /** Those that were accepted: the first takes effect, the others are recognised by their id. */
  accepted: number;
  refused: number;
}

export interface Receiver {
  readonly address: string;
  readonly byId: ReadonlyMap<string, Arrivals>;
  close(): Promise<void>;
}

/** Notes an arrival; false: it is refused, which one id in five is at first. */
function gate(byId: Map<string, Arrivals>, id: string, about: string): boolean {
  const known = byId.get(id);
  const arrivals = known ?? { about, accepted: 0, refused: 0 };
  byId.set(id, arrivals);
  const refuses = known === undefined && byId.size % 5 === 0;
  if (refuses) arrivals.refused++;
  else arrivals.accepted++;
  return !refuses;
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

/**
 * A payment service as they are: what comes again under a known Idempotency-Key is not charged
 * again, and gets the answer of the first time.
 */
export async function till(): Promise<Receiver> {
  const byId = new Map<string, Arrivals>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'] ?? '');
      const { reference } = JSON.parse(text) as { reference: string };
      const accepted = gate(byId, key, reference);
      response.writeHead(accepted ? 201 : 503, { 'content-type': 'application/json' });
      response.end(accepted ? JSON.stringify({ id: `ch_${key}` }) : '{}');
    });
  });
  const port = await listening(server);
  return {
    address: `http://127.0.0.1:${port}/till`,
    byId,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A mail server: a mail that comes again has the Message-ID of the first time. */
export async function mailbox(): Promise<Receiver> {
  const byId = new Map<string, Arrivals>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'imu').exec(raw)?.[1]?.trim() ?? '';
        if (gate(byId, header('Message-ID'), header('Subject'))) done();
        else done(Object.assign(new Error('try later'), { responseCode: 451 }));
      });
    },
  });
  // A client that is killed in the middle of a mail is no mistake of the server.
  server.on('error', () => undefined);
  const port = await listening(server.server as unknown as Server);
  return {
    address: `smtp://127.0.0.1:${port}`,
    byId,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
