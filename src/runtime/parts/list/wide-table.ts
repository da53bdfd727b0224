import { type RefObject, useLayoutEffect } from 'react';

/**
 * Sets `data-wide` on the box around a table that is wider than the box, and only then lets it
 * scroll sideways: in a scrolling box, the header could not stay visible.
 */
export function useWideTable(table: RefObject<HTMLTableElement | null>, drawn: boolean): void {
  useLayoutEffect(() => {
    const inner = table.current;
    const box = inner?.parentElement;
    if (!drawn || !inner || !box) return;
    // Called for the first time before the table is painted, when its layout is there: to measure
    // now would need one of its own.
    const sized = new ResizeObserver(() => box.toggleAttribute('data-wide', inner.offsetWidth > box.clientWidth));
    sized.observe(inner);
    sized.observe(box);
    return () => sized.disconnect();
  }, [table, drawn]);
}

/**
 * Keeps the first `count` cells of every row visible while the table scrolls sideways, at most
 * four. `drawn` changes whenever their widths may.
 */
export function usePinned(table: RefObject<HTMLTableElement | null>, count: number, drawn: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` changes the widths.
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
