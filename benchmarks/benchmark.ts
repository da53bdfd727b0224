/** One measured value. */
export interface Figure {
  /** What was measured, in words that stay the same from run to run. */
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'µs' | '/s' | 'kB' | 'MB' | '';
  /**
   * The same thing done by something else in the same run: a peer, or the floor below which no tool
   * gets.
   */
  readonly against?: { readonly name: string; readonly value: number };
}

/** What a file `benchmarks/*.bench.ts` exports as `benchmark`. */
export interface Benchmark {
  readonly name: string;
  run(): Promise<readonly Figure[]>;
}

export interface Timing {
  /** The first call, in ms. */
  readonly cold: number;
  /** The median of the others, in ms. */
  readonly warm: number;
}

/**
 * Times `run` again and again: the first call alone, then as many as fit in `milliseconds`, at
 * least five.
 */
export async function time(run: () => unknown, milliseconds = 1000): Promise<Timing> {
  const once = async (): Promise<number> => {
    const start = performance.now();
    await run();
    return performance.now() - start;
  };
  const cold = await once();
  const samples: number[] = [];
  for (let spent = 0; spent < milliseconds || samples.length < 5; ) {
    const sample = await once();
    samples.push(sample);
    spent += sample;
  }
  return { cold, warm: median(samples) };
}

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('the median of no samples');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The value below which this part of the samples lies; `part` is between 0 and 1. */
export function percentile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  if (found === undefined) throw new RangeError('a percentile of no samples');
  return found;
}
