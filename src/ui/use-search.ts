import { useRef, useState } from 'react';
import type { Choice } from './form/choice.ts';

/**
 * Searches for options as a person types. Drops responses that arrive out of order. Until a
 * response arrives, the previous options that match stay, so that Enter picks nothing else. `busy`
 * becomes true only after 300 ms.
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
    /** The items are the response to the current text. */
    answered,
    /** The last search failed; opening the list or typing searches again. */
    failed,
    /** Called when the input's text changes; only typing starts a search. */
    ask: (query: string, typed: boolean) => typed && run(query === chosen ? '' : query),
    open: () => run(''),
  };
}

export type Found = ReturnType<typeof useSearch>;
