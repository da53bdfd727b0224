import type { Context } from 'hono';
import type { AppEnvironment } from './environment.ts';

/**
 * Thrown if the request body did not arrive: no byte for `stall` milliseconds, or not all of it in
 * time.
 */
export class BodyStalled extends Error {
  override readonly name = 'BodyStalled';
}

export interface BodyTimeouts {
  /** Milliseconds without a byte. */
  readonly stall: number;
  /** Milliseconds for the whole body. */
  readonly whole: number;
}

/** Rejects with BodyStalled if the request body stops arriving. Later data is ignored. */
export function withArrivalTimeout<T>({ env }: Context<AppEnvironment>, { stall, whole }: BodyTimeouts, reading: Promise<T>): Promise<T> {
  const received = (): number => env?.incoming?.socket?.bytesRead ?? 0;
  return new Promise((resolve, reject) => {
    let before = received();
    let waited = 0;
    const timer = setInterval(() => {
      waited += stall;
      const now = received();
      if (now === before || waited >= whole) {
        clearInterval(timer);
        reject(new BodyStalled(`no body within ${waited} ms`));
      }
      before = now;
    }, stall);
    reading.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
