import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect as connectPlain, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectSecure } from 'node:tls';
import { serialize } from 'pg-protocol';
import { Frames } from './frames.ts';
import { type Scram, scram } from './scram.ts';
import { addressWords, type ServerAddress } from './server-address.ts';

/** A session with a server. */
export interface ServerSession {
  /** Requests may be sent before the earlier ones are answered: the server takes them in turn. Rejects when the connection is lost. */
  exchange(request: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  readonly open: boolean;
  close(): void;
  /** At once, where the server is not heard any more: what was not answered rejects. */
  abandon(why: string): void;
}

/** Milliseconds for reaching the server and being let in. */
const patience = 3000;

/** Reaches a server and says who we are. Rejects in words: not reached, not let in, no such database. */
export async function openServerSession(address: ServerAddress): Promise<ServerSession> {
  const socket = await encrypted(await reach(address), address);
  try {
    return await letIn(socket, address);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function reach(address: ServerAddress): Promise<Socket> {
  const { host, port } = address;
  const socket = host.startsWith('/') ? connectPlain(`${host}/.s.PGSQL.${port}`) : connectPlain({ host, port });
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 30_000);
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      socket.destroy();
      reject(new Error(`the database ${addressWords(address)} cannot be reached: ${why}`));
    };
    const timer = setTimeout(() => fail(`no answer in ${patience / 1000} seconds`), patience);
    socket.once('error', (error) => {
      clearTimeout(timer);
      fail(error.message || (error as NodeJS.ErrnoException).code || 'no connection');
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

/** Asks for TLS, as far as the address wants it. */
async function encrypted(socket: Socket, address: ServerAddress): Promise<Socket> {
  const { encryption, host } = address;
  if (encryption === 'disable' || host.startsWith('/')) return socket;
  socket.write(serialize.requestSsl());
  const answer = await oneByte(socket);
  if (answer !== 'S') {
    if (encryption === 'prefer') return socket;
    socket.destroy();
    throw new Error(`the database ${addressWords(address)} has no TLS, and the address asks for it (sslmode=${encryption})`);
  }
  const verifies = encryption === 'verify-ca' || encryption === 'verify-full';
  const secure = connectSecure({
    socket,
    servername: /^[\d.:]+$/.test(host) ? '' : host,
    rejectUnauthorized: verifies,
    ...(address.rootCertificate === null ? {} : { ca: readFileSync(address.rootCertificate) }),
    // Whose name stands in the certificate is looked at by verify-full only. By itself Node would take an address without a name for localhost.
    checkServerIdentity: (_name, certificate) => (encryption === 'verify-full' ? checkServerIdentity(host, certificate) : undefined),
  });
  return new Promise((resolve, reject) => {
    secure.once('secureConnect', () => {
      secure.removeAllListeners('error');
      resolve(secure);
    });
    secure.once('error', (error) => {
      socket.destroy();
      reject(new Error(`no safe connection to the database ${addressWords(address)}: ${error.message}`));
    });
  });
}

const oneByte = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed the connection')));
    socket.once('data', (data) => {
      socket.removeAllListeners('error');
      socket.removeAllListeners('close');
      // More than the one byte here would be somebody in between who speaks before the encryption begins.
      if (data.length !== 1) reject(new Error('the server says more than it was asked before the encryption begins'));
      else resolve(data.toString('latin1'));
    });
  });

function letIn(socket: Socket, address: ServerAddress): Promise<ServerSession> {
  const { user, database, password } = address;
  const frames = new Frames();
  let waiting: { resolve(answer: Uint8Array<ArrayBuffer>): void; reject(error: Error): void }[] = [];
  let lost: Error | null = null;
  const lose = (error: Error): void => {
    lost ??= error;
    socket.destroy();
    const left = waiting;
    waiting = [];
    for (const { reject } of left) reject(lost);
  };
  const session: ServerSession = {
    exchange(request) {
      if (lost !== null) return Promise.reject(lost);
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        socket.write(request);
      });
    },
    get open() {
      return lost === null;
    },
    close() {
      if (lost === null) socket.end(serialize.end());
      lost ??= new Error('the connection was closed');
    },
    abandon: (why) => lose(new Error(why)),
  };

  return new Promise((resolve, reject) => {
    const talk = new Authentication(user, password, (message) => void socket.write(message));
    let inside = false;
    const timer = setTimeout(() => lose(new Error(`the database ${addressWords(address)} does not let us in: no answer`)), patience);
    waiting = [{ resolve: () => undefined, reject }];

    const hear = (code: string, body: Buffer): void => {
      if (code === 'Z') {
        const answer = frames.take();
        const asked = waiting.shift();
        if (inside) asked?.resolve(answer);
        else {
          inside = true;
          clearTimeout(timer);
          resolve(session);
        }
      } else if (inside) {
        // Between two questions: notices, parameters, what others notify.
        if (waiting.length === 0) frames.take();
      } else if (code === 'R') talk.hear(body);
      else if (code === 'E') throw new Error(`the database ${addressWords(address)} does not let us in: ${errorWords(body)}`);
    };
    socket.on('data', (piece) => {
      frames.push(piece);
      try {
        for (let message = frames.next(); message !== null; message = frames.next()) hear(message.code, message.body);
      } catch (error) {
        lose(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on('error', (error) => lose(new Error(`the connection to the database was lost: ${error.message}`)));
    socket.on('close', () => {
      clearTimeout(timer);
      lose(new Error('the connection to the database was lost'));
    });
    socket.write(serialize.startup({ user, database, application_name: 'ninefold' }));
  });
}

/** Answers what the server asks before it lets us in (Postgres documentation, “Start-up”). */
class Authentication {
  readonly #user: string;
  readonly #password: string;
  readonly #send: (message: Uint8Array) => void;
  #scram: Scram | null = null;

  constructor(user: string, password: string, send: (message: Uint8Array) => void) {
    this.#user = user;
    this.#password = password;
    this.#send = send;
  }

  hear(body: Buffer): void {
    const kind = body.readInt32BE(0);
    const rest = body.subarray(4);
    switch (kind) {
      case 0:
        break;
      case 3:
        this.#send(serialize.password(this.#password));
        break;
      case 5: {
        const md5 = (...parts: (string | Uint8Array)[]): string =>
          parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest('hex');
        this.#send(serialize.password(`md5${md5(md5(this.#password, this.#user), rest)}`));
        break;
      }
      case 10: {
        const mechanisms = rest.toString('latin1').split('\0');
        if (!mechanisms.includes('SCRAM-SHA-256'))
          throw new Error(`the server asks for ${mechanisms.filter(Boolean).join(', ')}, which is not known here`);
        this.#scram = scram(this.#password, randomBytes(18).toString('base64'));
        this.#send(serialize.sendSASLInitialResponseMessage('SCRAM-SHA-256', this.#scram.first));
        break;
      }
      case 11:
        this.#send(serialize.sendSCRAMClientFinalMessage(this.#scram?.last(rest.toString('utf8')) ?? ''));
        break;
      case 12:
        this.#scram?.verify(rest.toString('utf8'));
        break;
      default:
        throw new Error(`the server asks for a kind of authentication that is not known here (${kind}): use a password`);
    }
  }
}

function errorWords(body: Buffer): string {
  const fields = body.toString('utf8').split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'no reason given';
}
