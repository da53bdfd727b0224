import { spawnSync } from 'node:child_process';

// Written by the program itself as it ends: Node says nothing about the processor time of a child.
const report = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('\\ncpu=' + (user + system));
})`;

export interface Spent {
  /** Of user and system, in ms. */
  readonly processor: number;
  /** From start to end, in ms. */
  readonly wall: number;
}

/** The processor time of work in this process, in ms; other processes do not add to it. */
export function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Runs a Node program to its end; throws with what it wrote where it fails. */
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
