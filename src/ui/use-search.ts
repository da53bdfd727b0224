import { useRef, useState } from 'react';
import type { Choice } from './form/choice.ts';

/**
 * Asks for choices as a person types. Answers that come out of order are dropped. Until the answer
 * comes, what matches stays of the list before: Enter takes nothing else. `busy` is true only after
 * 300 ms.
 */
export function useSearch(search: (query: string) => Promise<readonly Choice[]>, chosen: string | undefined) {
  const [items, setItems] = useState<readonly Choice[]>([]);
  const [busy, setBusy] = useState(false);
  const [answered, setAnswered] = useState(true);
  const [failed, setFailed] = useState(false);
  const latest = useRef(0);

  const run = (query: string): void => {
    const turn = ++latest.current;
    const typed = query.toLocaleLowerCase();
    setItems((before) => before.filter(({ label }) => label.toLocaleLowerCase().includes(typed)));
    setAnswered(false);
    const slow = setTimeout(() => turn === latest.current && setBusy(true), 300);
    search(query)
      .then((found) => {
        if (turn !== latest.current) return;
        setItems(found);
        setFailed(false);
      })
      .catch(() => {
        if (turn !== latest.current) return;
        setItems([]);
        setFailed(true);
      })
      .finally(() => {
        clearTimeout(slow);
        if (turn !== latest.current) return;
        setBusy(false);
        setAnswered(true);
      });
  };

  return {
    items,
    busy,
    /** The items are the answer to what is typed. */
    answered,
    /** The last question had no answer: opening or typing asks again. */
    failed,
    /** The text of the input changed; only what a person types is a question. */
    ask: (query: string, typed: boolean) => typed && run(query === chosen ? '' : query),
    open: () => run(''),
  };
}

export type Found = ReturnType<typeof useSearch>;
