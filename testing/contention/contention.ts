import { type ChildProcess, spawn } from 'node:child_process';
import { programArguments } from '../process/built-programs.ts';

export interface Contention {
  /**
   * The count of each outcome: `Member` and `Booking` were created, the rest are errors of section
   * 8.
   */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** Milliseconds per create: the median, and the slowest. */
  readonly median: number;
  readonly slowest: number;
}

/**
 * Several processes, with a connection each, create `count` records each at the same time. `limit`:
 * the most members that the document allows.
 */
export async function contend(address: string, schema: string, processes: number, count: number, limit: number): Promise<Contention> {
  const children = Array.from({ length: processes }, (_, index) =>
    spawn(process.execPath, [...programArguments('contention-writer'), address, schema, String(count), String(index + 1), String(limit)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  );
  const writers = children.map(writer);
  await Promise.all(writers.map(({ ready }) => ready));
  for (const child of children) child.stdin?.write('go\n');
  const results = await Promise.all(writers.map(({ result }) => result));
  const outcomes: Record<string, number> = {};
  for (const result of results) for (const [name, times] of Object.entries(result.outcomes)) outcomes[name] = (outcomes[name] ?? 0) + times;
  const most = (key: 'seconds' | 'median' | 'slowest'): number => Math.max(...results.map((result) => result[key]));
  return { outcomes, seconds: most('seconds'), median: most('median'), slowest: most('slowest') };
}

function writer(child: ChildProcess): { ready: Promise<void>; result: Promise<Contention> } {
  let out = '';
  let errors = '';
  child.stderr?.on('data', (piece) => {
    errors += String(piece);
  });
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const result = new Promise<Contention>((resolve, reject) => {
    child.stdout?.on('data', (piece) => {
      out += String(piece);
      if (out.startsWith('ready\n')) isReady();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      isReady();
      if (code !== 0) reject(new Error(`a writing process ended with ${code}: ${errors}`));
      else resolve(JSON.parse(out.slice('ready\n'.length)) as Contention);
    });
  });
  return { ready, result };
}
