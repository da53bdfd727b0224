import { type Cost, measure } from './growth.ts';
import { hostileDocument } from './mutate.ts';
import { shapes } from './shapes.ts';
import { survivesReading, survivesRunning, survivesTools } from './survive.ts';

/**
 * The half of `npm run hostile` that may fall over: it says which document it begins, and what went
 * wrong in it.
 */

/** Documents by number, or one shape by its place in the list. */
export type Order = { readonly from: number; readonly to: number } | { readonly shape: number };
export type Report =
  | { readonly kind: 'began'; readonly seed: number }
  | { readonly kind: 'failed'; readonly seed: number; readonly stage: string; readonly error: string }
  | { readonly kind: 'slow'; readonly seed: number; readonly milliseconds: number; readonly length: number }
  | { readonly kind: 'heap'; readonly seed: number; readonly megabytes: number }
  | { readonly kind: 'measured'; readonly costs: readonly Cost[] }
  | { readonly kind: 'done' };

/** Every document is read and checked; one in so many also goes through the tools, and is run. */
const sample = { tools: 4, running: 8 };
const slow = 3000;

const say = (report: Report): void => void process.send?.(report);

async function one(seed: number): Promise<void> {
  let stage = 'making it';
  const began = performance.now();
  const text = hostileDocument(seed);
  try {
    stage = 'reading and checking';
    const { model, findings } = survivesReading(text);
    if (seed % sample.tools === 0) {
      stage = 'tools';
      survivesTools(text, model, findings, hostileDocument(seed + 1));
    }
    if (seed % sample.running === 0) {
      stage = 'running';
      await survivesRunning(model);
    }
  } catch (error) {
    say({ kind: 'failed', seed, stage, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  const milliseconds = performance.now() - began;
  if (milliseconds > slow) say({ kind: 'slow', seed, milliseconds, length: text.length });
}

process.on('message', async (order: Order) => {
  if ('shape' in order) {
    const shape = shapes[order.shape];
    if (shape === undefined) throw new RangeError(`there is no shape ${order.shape}`);
    say({ kind: 'measured', costs: measure(shape) });
    return;
  }
  for (let seed = order.from; seed < order.to; seed++) {
    say({ kind: 'began', seed });
    await one(seed);
    if (seed % 1000 === 999) {
      globalThis.gc?.();
      say({ kind: 'heap', seed, megabytes: process.memoryUsage().heapUsed / 1e6 });
    }
    // Messages leave between two turns of the event loop only.
    await new Promise((resolve) => setImmediate(resolve));
  }
  say({ kind: 'done' });
});
