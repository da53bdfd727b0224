import { spawnSync } from 'node:child_process';

// The program prints it on exit, because Node does not report a child's processor time.
const report = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('\\ncpu=' + (user + system));
})`;

export interface Spent {
  /** User and system time, in ms. */
  readonly processor: number;
  /** Wall-clock time, in ms. */
  readonly wall: number;
}

/** The processor time of work in this process, in ms; excludes other processes. */
export function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Runs a Node program to its end. Throws an Error with its output if it fails. */
export function spentBy(args: readonly string[]): Spent {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(report)}`, ...args],
    { encoding: 'utf8' },
  );
  const wall = performance.now() - start;
  const micro = /\ncpu=(\d+)$/.exec(stderr)?.[1];
  if (status !== 0 || micro === undefined) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return { processor: Number(micro) / 1000, wall };
}
