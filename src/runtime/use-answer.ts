import { useEffect, useState } from 'react';

export interface Answer<T> {
  /** Null: there is none yet. The last one stays until the next. */
  readonly data: T | null;
  /** The last call failed. */
  readonly failed: boolean;
}

/**
 * What a call answers, and again whenever one of `changes` does; null: nothing is requested. An
 * answer that comes after the next request, or after the component is gone, is dropped.
 */
export function useAnswer<T>(ask: (() => Promise<T>) | null, changes: readonly unknown[]): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ data: null, failed: false });
  useEffect(() => {
    let live = true;
    ask?.().then(
      (data) => live && setAnswer({ data, failed: false }),
      () => live && setAnswer(({ data }) => ({ data, failed: true })),
    );
    return () => {
      live = false;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what changes the answer.
  }, changes);
  return answer;
}
