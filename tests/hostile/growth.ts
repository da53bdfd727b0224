import type { Finding } from '../../src/base/finding.ts';
import { checkModel } from '../../src/check/check.ts';
import type { Model } from '../../src/model/model.ts';
import { readModel } from '../../src/model/read.ts';
import { processorTimeOf } from '../../testing/process/processor-time.ts';
import type { Shape } from './shapes.ts';

export interface Cost {
  readonly milliseconds: number;
  /** What model and findings hold, in MB. */
  readonly megabytes: number;
}

/**
 * Four times the size may cost this many times the time and the memory; a little time or memory may
 * be anything.
 */
const growth = { time: 8, timeFloor: 150, memory: 6, memoryFloor: 8 };

/**
 * What a shape costs at a quarter of its size, and whole; after a smaller one, so that the code is
 * warm.
 */
export function measure({ size, text }: Shape): readonly Cost[] {
  cost(text(Math.ceil(size / 16)));
  return [cost(text(Math.ceil(size / 4))), cost(text(size))];
}

function cost(text: string): Cost {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let read: readonly [model: Model, findings: readonly Finding[]] | undefined;
  const milliseconds = processorTimeOf(() => {
    const model = readModel(text);
    read = [model, checkModel(model)];
  });
  globalThis.gc?.();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  // Both are alive until here.
  if (read === undefined || read[0].tree.text !== text) throw new Error('the model is of another text');
  return { milliseconds, megabytes };
}

/** What grows faster than its size, in words; null when nothing does. */
export function tooMuch([quarter, whole]: readonly Cost[]): string | null {
  if (quarter === undefined || whole === undefined) throw new RangeError('a growth is between two sizes');
  if (whole.milliseconds > growth.time * Math.max(quarter.milliseconds, growth.timeFloor)) return 'TOO SLOW';
  return whole.megabytes > growth.memory * Math.max(quarter.megabytes, growth.memoryFloor) ? 'TOO MUCH MEMORY' : null;
}
