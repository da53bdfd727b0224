import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A real Postgres for tests. */
export interface TestServer {
  /** `postgres://…` of somebody who may make schemas. */
  readonly address: string;
  /** Where it keeps its data, and its settings; null where the server is somebody else's. */
  readonly folder: string | null;
  /** Null where the server is somebody else's (DATABASE_URL): then it is neither stopped nor started. */
  readonly control: {
    /** As when the machine loses its power: `kill -9`. */
    kill(): Promise<void>;
    stop(): Promise<void>;
    start(): Promise<void>;
  } | null;
  /** Stops it and deletes what it kept. */
  close(): Promise<void>;
}

/** Why there is no server for tests, in words; null: there is one. */
export function whyNoServer(): string | null {
  if (given() !== null || programs() !== null) return null;
  return 'no Postgres server: set DATABASE_URL, or install one (apt-get install postgresql; /usr/lib/postgresql/*/bin is looked at)';
}

const given = (): string | null => {
  const address = process.env['DATABASE_URL'];
  return address === undefined || address === '' ? null : address;
};

/** The folder of an installed server's programs, the newest. */
function programs(): string | null {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return null;
  const found = readdirSync(versions)
    .filter((version) => existsSync(join(versions, version, 'bin', 'postgres')) && existsSync(join(versions, version, 'bin', 'initdb')))
    .sort((a, b) => Number(b) - Number(a));
  return found[0] === undefined ? null : join(versions, found[0], 'bin');
}

/** Starts a server of its own in a new folder, or gives the one of DATABASE_URL. `options`: settings, `log_statement=all`. */
export async function startPostgres(options: readonly string[] = []): Promise<TestServer> {
  const address = given();
  if (address !== null) return { address, folder: null, control: null, close: async () => undefined };
  const bin = programs();
  if (bin === null) throw new Error(whyNoServer() ?? 'no Postgres server');
  // Postgres refuses to run as root: then it is the user that its package made.
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-postgres-'));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (user !== null) chownSync(data, user.uid, user.gid);
  const as = user === null ? {} : { uid: user.uid, gid: user.gid };
  const run = promisify(execFile);
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'ninefold', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...as,
    cwd: folder,
  });
  const port = await freePort();
  let server: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...options];
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (piece) => {
        said += String(piece);
        if (said.includes('ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`the Postgres server did not start: ${said}`)));
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = server;
    server = null;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    address: `postgres://ninefold@127.0.0.1:${port}/postgres?sslmode=disable`,
    folder: data,
    control: { kill: () => end('SIGKILL'), stop: () => end('SIGINT'), start },
    async close() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function postgresUser(): { uid: number; gid: number } {
  const [, , uid, gid] = (/^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0] ?? '').split(':');
  if (uid === undefined || gid === undefined) throw new Error('as root a Postgres server runs as the user “postgres”, and there is none');
  return { uid: Number(uid), gid: Number(gid) };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
