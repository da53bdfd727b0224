import { createHash } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type Platform, systemPlatform } from '../../../base/platform.ts';

/** The name of the socket that each interested process creates in the folder. */
const lockName = /^ninefold-[0-9a-f]{16}\.lock$/;

/** How often two processes that start simultaneously give way to each other before both give up. */
const tries = 8;

/**
 * Takes a folder for this process. Two processes that write to one embedded database would destroy
 * it. Resolves with the function that releases the folder; rejects with a message if another
 * process has it. The lock is a Unix socket in the folder on which this process listens. The kernel
 * closes it when the process ends, however it ends, and anyone who can connect to it knows that the
 * process lives, even from another container where neither sees the other's process ids. Each
 * process announces itself under its own name before it looks for others, so of two that start at
 * once at least one sees the other. A name is never reused, so removing the socket of a dead
 * process cannot hit another.
 */
export async function lockFolder(folder: string, platform: Platform = systemPlatform): Promise<() => void> {
  if (process.platform === 'win32') return lockPipe(folder);
  for (let attempt = 1; ; attempt++) {
    const name = `ninefold-${Buffer.from(platform.randomBytes(8)).toString('hex')}.lock`;
    const path = join(folder, name);
    const place = socketPlace(folder, path);
    const server = await listening(place.address(name)).catch((error: unknown) => {
      place.close();
      throw unlockable(folder, error);
    });
    const release = (): void => {
      rmSync(path, { force: true });
      server.close(place.close);
    };
    try {
      // Processes of other accounts must be able to connect to it.
      chmodSync(path, 0o666);
      const others = readdirSync(folder).filter((one) => one !== name && lockName.test(one));
      const alive = await Promise.all(others.map((one) => isAlive(place.address(one))));
      for (const [index, one] of others.entries()) if (alive[index] === false) rmSync(join(folder, one), { force: true });
      // Another process may have looked between our bind and our listen, and removed the socket as
      // a dead one.
      if (!alive.includes(true) && existsSync(path)) return release;
      if (attempt === tries) throw new Error(inUse(folder));
    } catch (error) {
      release();
      throw error;
    }
    release();
    const [random = 0] = platform.randomBytes(1);
    await new Promise((resolve) => setTimeout(resolve, 5 + random / 4));
  }
}

const inUse = (folder: string): string => `the data in ${folder} is in use by another process: stop that one, or choose another folder`;

function unlockable(folder: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  // The caller reports errors of the folder itself.
  if (code === 'EACCES' || code === 'EROFS' || !(error instanceof Error)) return error as Error;
  return new Error(
    `the data cannot be kept in ${folder}: its file system has no Unix sockets, so that no process can lock it (${error.message}). Choose a folder on a local disk, or a volume of the container`,
    { cause: error },
  );
}

/**
 * The socket's path for the kernel, which accepts 103 bytes. On Linux a longer path is shortened
 * through a handle of the folder.
 */
function socketPlace(folder: string, path: string): { address(name: string): string; close(): void } {
  if (Buffer.byteLength(path) <= 103) return { address: (name) => join(folder, name), close: () => undefined };
  if (process.platform !== 'linux')
    throw new Error(`the data cannot be kept in ${folder}: its path is too long for a Unix socket. Choose one of at most 75 bytes`);
  const handle = openSync(folder, 'r');
  return { address: (name) => `/proc/self/fd/${handle}/${name}`, close: () => closeSync(handle) };
}

function listening(address: string): Promise<Server> {
  // Clients only test whether they can connect.
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      // The lock must not keep an otherwise idle process alive.
      server.unref();
      resolve(server);
    });
  });
}

/**
 * Whether a process listens there. The kernel accepts connections for a busy or suspended process,
 * and anything but a refusal may come from a live one.
 */
function isAlive(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'));
  });
}

/**
 * The lock on Windows, which has no sockets in folders, but pipe names that one process of the
 * machine can own at a time.
 */
async function lockPipe(folder: string): Promise<() => void> {
  const name = createHash('sha256').update(realpathSync(folder).toLowerCase()).digest('hex');
  const server = await listening(`\\\\.\\pipe\\ninefold-${name}`).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(inUse(folder)) : error;
  });
  return () => server.close();
}
