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
