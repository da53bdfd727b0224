import { useRef, useState } from 'react';
import type { Choice } from './form/choice.ts';

/**
 * Asks for choices as a person types. Answers that come out of order are dropped; the list before
 * stays while the next is awaited; `busy` is true only after 300 ms.
 */
export function useSearch(search: (query: string) => Promise<readonly Choice[]>, chosen: string | undefined) {
  const [items, setItems] = useState<readonly Choice[]>([]);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const state = useRef({ turn: 0, query: '' });

  const run = (query: string): void => {
    const turn = ++state.current.turn;
    state.current.query = query;
    const slow = setTimeout(() => turn === state.current.turn && setBusy(true), 300);
    search(query)
      .then((found) => {
        if (turn !== state.current.turn) return;
        setItems(found);
        setFailed(false);
      })
      .catch(() => {
        if (turn !== state.current.turn) return;
        setItems([]);
        setFailed(true);
      })
      .finally(() => {
        clearTimeout(slow);
        if (turn === state.current.turn) setBusy(false);
      });
  };

  return {
    items,
    busy,
    /** The last question had no answer: opening or typing asks again. */
    failed,
    /** The text of the input changed; only what a person types is a question. */
    ask: (query: string, typed: boolean) => typed && run(query === chosen ? '' : query),
    open: () => run(''),
  };
}
