import { type RefObject, useLayoutEffect } from 'react';

/**
 * Marks the box around a table with `data-wide` while the table is wider than it: only then does it
 * scroll sideways. A box that scrolls would keep the table's heads from staying in sight.
 */
export function useWideTable(table: RefObject<HTMLTableElement | null>, drawn: boolean): void {
  useLayoutEffect(() => {
    const inner = table.current;
    const box = inner?.parentElement;
    if (!drawn || !inner || !box) return;
    const measure = (): void => {
      box.toggleAttribute('data-wide', inner.offsetWidth > box.clientWidth);
    };
    const sized = new ResizeObserver(measure);
    sized.observe(inner);
    sized.observe(box);
    measure();
    return () => sized.disconnect();
  }, [table, drawn]);
}

/**
 * Keeps the first cells of every row in sight while the table scrolls sideways: `count` of them, at
 * most four. `drawn` changes when their widths may.
 */
export function usePinned(table: RefObject<HTMLTableElement | null>, count: number, drawn: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths are measured when something else is drawn.
  useLayoutEffect(() => {
    const inner = table.current;
    if (!inner) return;
    if (count === 0) return inner.removeAttribute('data-pinned');
    inner.dataset['pinned'] = String(Math.min(count, 4));
    const measure = (): void => {
      let start = 0;
      for (const [index, head] of [...inner.querySelectorAll<HTMLElement>('thead th')].slice(0, 4).entries()) {
        inner.style.setProperty(`--pin-${index + 1}`, `${start}px`);
        start += head.offsetWidth;
      }
    };
    const sized = new ResizeObserver(measure);
    sized.observe(inner);
    measure();
    return () => sized.disconnect();
  }, [table, count, drawn]);
}
