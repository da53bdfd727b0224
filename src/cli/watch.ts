import type { ExitCode } from './command.ts';
import type { Machine } from './machine.ts';

/**
 * Runs immediately and after each change of one of the files, until Ctrl-C. Returns the result of
 * the last run.
 */
export async function watchFiles(files: readonly string[], host: Machine, run: () => Promise<ExitCode>): Promise<ExitCode> {
  let code = await run();
  // A file that is unreadable at the start cannot be watched; one that disappears briefly while it
  // is saved can.
  if (code === 2) return code;
  let running = Promise.resolve();
  let waiting = false;
  const again = (): void => {
    if (waiting) return;
    waiting = true;
    running = running.then(async () => {
      waiting = false;
      if (host.interactive) host.write('\u001b[2J\u001b[H');
      code = await run();
      host.write(watchingMessage);
    });
  };
  const watching = host.watch(files, again);
  if ('why' in watching) {
    host.writeError(`Cannot watch the files (${watching.why}).\n`);
    return 2;
  }
  host.write(watchingMessage);
  await host.interrupted();
  watching.stop();
  await running;
  return code;
}

const watchingMessage = 'Watching for changes. Press Ctrl-C to stop.\n';
