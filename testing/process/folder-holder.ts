import { lockFolder } from '../../src/store/postgres/embedded/folder-lock.ts';

/**
 * A process that takes a folder, says `held by PID`, and holds it until it is killed; or says why
 * it may not have it.
 */
const [, , folder = ''] = process.argv;
try {
  await lockFolder(folder);
  console.log(`held by ${process.pid}`);
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
}
