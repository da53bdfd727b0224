import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http';
import { request as sendSecurely } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TokenHeader } from '../../serve/calls/token-header.ts';
import type { Answered } from '../../verifier/answers/implementation.ts';
import type { Request } from '../../verifier/answers/request.ts';

/** The maximum size in bytes of a body that is checked; longer ones are forwarded unread. */
const most = 4 * 1024 * 1024;

interface ProxyParts {
  /** On this machine; 0: any free port. */
  readonly port: number;
  /** The base URL of the implementation's calls. */
  readonly base: URL;
  readonly token: TokenHeader;
  /** Called after each response. */
  readonly saw: (request: Request, answer: Answered) => void;
  /** Called if the implementation did not respond; `why` is the system's error. */
  readonly failed: (request: Request, why: string) => void;
}

/** The host must be the implementation's, and responses must arrive uncompressed. */
const replaced: ReadonlySet<string> = new Set(['host', 'accept-encoding']);

/** Forwards requests of this machine unchanged, and reports each with its response. */
export async function startProxy(parts: ProxyParts): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, parts));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(parts.port, '127.0.0.1', resolve);
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, { base, token, saw, failed }: ProxyParts): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const given = collected(incoming);
  const onward = (base.protocol === 'https:' ? sendSecurely : send)(
    // Always send to the configured host, whatever the request line contains.
    { protocol: base.protocol, hostname: base.hostname, port: base.port, method, path: pathAt(base, url) },
    (answer) => {
      const replied = collected(answer);
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.on('end', () => {
        const [body, text] = [given(), replied()];
        if (answer.headers['content-encoding'] !== undefined) return;
        if (body === undefined || text === undefined || (headers['content-type'] ?? '').startsWith('multipart/')) return;
        const date = Date.parse(answer.headers.date ?? '');
        saw(requestOf(method, url, headers, body, token), {
          status: answer.statusCode ?? 0,
          body: text,
          date: Number.isNaN(date) ? null : date,
          retryAfter: null,
        });
      });
      answer.on('error', () => outgoing.destroy());
    },
  );
  for (const [name, value] of pairs(incoming.rawHeaders)) if (!replaced.has(name.toLowerCase())) onward.appendHeader(name, value);
  onward.on('error', (error) => {
    failed(requestOf(method, url, headers, given() ?? null, token), 'code' in error ? String(error.code) : error.message);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The implementation did not answer.\n');
  });
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

/** Returns the body after it was forwarded. Null: no body; undefined: too long to check. */
function collected(message: IncomingMessage): () => string | null | undefined {
  const chunks: Buffer[] = [];
  let length = 0;
  message.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= most) chunks.push(chunk);
    else chunks.length = 0;
  });
  return () => (length > most ? undefined : length === 0 ? null : Buffer.concat(chunks).toString('utf8'));
}

const pathAt = (base: URL, url: string): string => `${base.pathname.replace(/\/$/, '')}/${url.replace(/^(?:https?:\/\/[^/]*)?\/*/, '')}`;

function requestOf(
  method: string,
  url: string,
  headers: IncomingMessage['headers'],
  body: string | null,
  { header, scheme }: TokenHeader,
): Request {
  const [path = '/', query = ''] = url.split('?');
  const given = headers[header.toLowerCase()];
  const written = typeof given === 'string' ? given : null;
  const prefix = scheme === '' ? '' : `${scheme} `;
  return {
    method,
    path,
    query,
    token: written?.toLowerCase().startsWith(prefix.toLowerCase()) ? written.slice(prefix.length).trim() : null,
    contentType: headers['content-type'] ?? null,
    body,
  };
}

const pairs = (raw: readonly string[]): (readonly [string, string])[] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);
