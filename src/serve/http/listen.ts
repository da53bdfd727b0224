import { createServer, type Server, type ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { App } from './environment.ts';

export interface Listening {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /**
   * Stops accepting connections, waits for open requests (at most `grace` milliseconds), then
   * closes the remaining connections.
   */
  stop(grace?: number): Promise<void>;
}

/**
 * On shutdown a connection stays open this long after its response, in milliseconds, because the
 * client's next request may be on its way.
 */
const lastMoment = 1000;

/**
 * Starts a server; port 0 chooses a free port. Rejects with a clear message if it cannot listen
 * there.
 */
export async function listen(fetch: App['fetch'], { host, port }: { readonly host: string; readonly port: number }): Promise<Listening> {
  const server = createAdaptorServer({ fetch, createServer }) as Server;
  // A client that trickles bytes must not keep a connection open forever.
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  server.maxRequestsPerSocket = 10_000;
  let ending = false;
  // On shutdown, tell clients to close their connection; otherwise it would never become idle.
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (ending) response.shouldKeepAlive = false;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(unavailable(error, host, port))));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    stop: (grace = 10_000) =>
      new Promise((resolve) => {
        ending = true;
        server.keepAliveTimeout = lastMoment;
        const last = setTimeout(() => server.closeAllConnections(), grace);
        server.close(() => {
          clearTimeout(last);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function unavailable(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Choose another with --port.`;
  if (error.code === 'EACCES') return `Port ${port} needs administrator rights. Choose one above 1023 with --port.`;
  return `Cannot listen on ${host}:${port}: ${error.message}`;
}
