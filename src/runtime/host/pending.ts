import type { CallName } from '../../engine/session-calls.ts';
import { Unanswered } from './unanswered.ts';

/** Calls that wait for an answer. Each is settled by its answer, or when the other side is gone. */
export interface Pending {
  call(send: (id: number) => void, name: CallName): Promise<unknown>;
  answer(id: number, value: unknown): void;
  fail(id: number, message: string): void;
  /** Rejects all open calls, because the other side is gone. */
  abandon(why: string): void;
}

export function createPending(): Pending {
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void; readonly name: CallName }
  >();
  let last = 0;
  const settle = (id: number): ReturnType<typeof waiting.get> => {
    const call = waiting.get(id);
    waiting.delete(id);
    return call;
  };
  return {
    call: (send, name) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject, name });
        try {
          send(id);
        } catch (error) {
          settle(id);
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      }),
    answer: (id, value) => settle(id)?.resolve(value),
    fail: (id, message) => settle(id)?.reject(new Error(message)),
    abandon(why) {
      const all = [...waiting.values()];
      waiting.clear();
      for (const { reject, name } of all) reject(new Unanswered('unknown', `${why} (while asked for “${name}”)`));
    },
  };
}
