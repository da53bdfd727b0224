import { lockFolder } from '../../src/store/postgres/embedded/folder-lock.ts';

/**
 * A process that locks a folder, prints `held by PID`, and keeps it until it is killed; or prints
 * why it may not have it.
 */
const [, , folder = ''] = process.argv;
try {
  await lockFolder(folder);
  console.log(`held by ${process.pid}`);
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
}
