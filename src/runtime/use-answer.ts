import { useEffect, useState } from 'react';

export interface Answer<T> {
  /** Null until the first answer; then the last one stays until the next. */
  readonly data: T | null;
  /** Whether the last call failed. */
  readonly failed: boolean;
}

/**
 * The answer of a call, which runs again whenever one of `changes` differs; null runs none. Drops
 * answers that arrive after the next call, or after the component unmounts.
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
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists them.
  }, changes);
  return answer;
}
