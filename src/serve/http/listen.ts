import { createServer, type Server, type ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { App } from './environment.ts';

export interface Listening {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** Takes no new requests, waits for those under way (at most so many milliseconds), then ends what is left. */
  stop(grace?: number): Promise<void>;
}

/** A connection whose request was under way when the end came stays open for so many milliseconds after its answer: its next request may be on its way. */
const lastMoment = 1000;

/** Rejects with a clear message when the port cannot be had. Port 0: one that is free. */
export async function listen(fetch: App['fetch'], { host, port }: { readonly host: string; readonly port: number }): Promise<Listening> {
  const server = createAdaptorServer({ fetch, createServer }) as Server;
  // Somebody who sends a byte now and then must not keep a connection for ever.
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  server.maxRequestsPerSocket = 10_000;
  let ending = false;
  // Whoever asks again over a connection that is still open is told not to come back on it: else it would never be idle.
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
