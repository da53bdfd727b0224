import cluster, { type Worker } from 'node:cluster';

/**
 * Delay before restarting a process that ended, in milliseconds; doubles each time it ends again
 * before it listens.
 */
const patience = { first: 100, longest: 10_000 };

const endMessage = 'end';

export interface ProcessesParts {
  readonly count: number;
  /**
   * Resolves on the first request to shut down; the second call resolves on the request to stop
   * immediately.
   */
  readonly interrupted: () => Promise<void>;
  readonly log: (level: 'info' | 'error', message: string) => void;
}

/** Whether this is one of the processes that `runProcesses` has started. */
export const isWorkerProcess = (): boolean => cluster.isWorker;

/** Whether this process is the one that writes messages for the person who started the command. */
export const isMainProcess = (): boolean => cluster.worker === undefined || cluster.worker.id === 1;

/**
 * Replaces signals in a worker process: Ctrl-C reaches all processes of a terminal, but the first
 * process decides when they end. Each call resolves with a further message.
 */
export function stopRequested(): Promise<void> {
  if (process.listenerCount('SIGINT') === 0) process.on('SIGINT', () => undefined);
  return new Promise((resolve) => {
    process.on('message', function onMessage(message) {
      if (message !== endMessage) return;
      process.off('message', onMessage);
      resolve();
    });
  });
}

/**
 * Runs this command in several processes on one port; Node distributes the connections. A process
 * that ends is restarted. Returns the exit code: that of the first process if it could not start.
 */
export async function runProcesses({ count, interrupted, log }: ProcessesParts): Promise<number> {
  const running = new Set<Worker>();
  let ending = false;
  let allEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    allEnded = resolve;
  });
  let code = 0;
  let hasListened = false;
  const end = (): void => {
    ending = true;
    for (const worker of running) if (worker.isConnected()) worker.send(endMessage);
    if (running.size === 0) allEnded();
  };
  const start = (wait: number): void => {
    const worker = cluster.fork();
    running.add(worker);
    let next = wait;
    worker.once('listening', () => {
      if (!hasListened) {
        hasListened = true;
        // By now the first process has created the tables and loaded the examples.
        for (let others = 1; others < count; others++) start(patience.first);
      }
      next = patience.first;
    });
    worker.once('exit', (status, signal) => {
      running.delete(worker);
      if (!ending && !hasListened) {
        code = status ?? 2;
        end();
      } else if (!ending) {
        log('error', `a process ended (${signal ?? status}); starting another`);
        setTimeout(() => (ending ? undefined : start(Math.min(next * 2, patience.longest))), next);
      }
      if (ending && running.size === 0) allEnded();
    });
  };
  start(patience.first);
  void interrupted()
    .then(end)
    .then(interrupted)
    .then(() => {
      for (const worker of running) worker.process.kill('SIGKILL');
    });
  await ended;
  return code;
}
