import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemPlatform } from '../../base/platform.ts';
import { boundedText } from '../../serve/bounded-text.ts';
import type { TokenHeader } from '../../serve/calls/token-header.ts';
import type { Implementation } from '../../verifier/answers/implementation.ts';
import { httpImplementation } from '../../verifier/answers/over-http.ts';
import { relayedRequest, relayPath } from '../../verifier/answers/relayed.ts';
import type { ExitCode } from '../command.ts';
import type { Machine } from '../machine.ts';

/** The maximum number of bytes per request, and of concurrent requests. */
const most = 1024 * 1024;
const atOnce = 16;
/** Milliseconds in which a request must have arrived. */
const patience = 10_000;

/** A page of this machine, such as the workbench that `npm start` opens. */
const ownPage = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/;

interface RelayParts {
  /** On this machine; 0: any free port. */
  readonly port: number;
  /** A page must know this secret: 32 hexadecimal digits. */
  readonly secret: string;
  /** The only service that requests are forwarded to. */
  readonly implementation: Implementation;
}

/**
 * Forwards requests of the workbench to one service. Only pages of this machine that know the
 * secret get a response.
 */
export async function startRelay({ port, secret, implementation }: RelayParts): Promise<{
  readonly address: string;
  readonly close: () => Promise<void>;
}> {
  const path = Buffer.from(relayPath(secret));
  let running = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers } = request;
    const { origin } = headers;
    const refuse = (status: number, more: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { 'cache-control': 'no-store', connection: 'close', ...more }).end();
      request.resume();
    };
    const given = Buffer.from(request.url ?? '');
    // Checking `Host` rejects pages whose domain name was pointed to this machine.
    const isHere = headers.host === `127.0.0.1:${portOf(server)}`;
    if (!isHere || origin === undefined || !ownPage.test(origin)) return refuse(403);
    if (given.length !== path.length || !timingSafeEqual(given, path)) return refuse(404);
    const allowed = { 'access-control-allow-origin': origin, vary: 'Origin' };
    if (method === 'OPTIONS')
      return refuse(204, {
        ...allowed,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '600',
      });
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return refuse(405, { ...allowed, allow: 'POST' });
    if (running >= atOnce) return refuse(429, allowed);
    running++;
    try {
      const text = await boundedText(request, most);
      const wanted = text === null ? null : relayedRequest(text);
      if (wanted === null) return refuse(400, allowed);
      const reply = JSON.stringify(await implementation.send(wanted));
      response.writeHead(200, { ...allowed, 'content-type': 'application/json', 'cache-control': 'no-store' }).end(reply);
    } finally {
      running--;
    }
  };
  const server = createServer({ requestTimeout: patience, headersTimeout: patience }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${portOf(server)}${relayPath(secret)}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const portOf = (server: ReturnType<typeof createServer>): number => (server.address() as AddressInfo).port;

/** Lets the workbench verify a service, until Ctrl-C. */
export async function relayService(
  { base, token, port }: { readonly base: URL; readonly token: TokenHeader; readonly port: number },
  host: Machine,
): Promise<ExitCode> {
  const secret = Buffer.from(systemPlatform.randomBytes(16)).toString('hex');
  const relay = await startRelay({ port, secret, implementation: httpImplementation({ base, token }) }).catch((error: unknown) =>
    String(error instanceof Error && 'code' in error ? error.code : error),
  );
  if (typeof relay === 'string') {
    host.writeError(`The relay cannot listen on port ${port} (${relay}). Name another one, or 0 for any that is free.\n`);
    return 2;
  }
  host.writeError(`Requests of the workbench go to ${base.href}. Enter this address under Verify, and press Ctrl-C to end:\n`);
  host.write(`${relay.address}\n`);
  await host.interrupted();
  await relay.close();
  return 0;
}
