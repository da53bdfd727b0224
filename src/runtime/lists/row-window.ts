import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows that are rendered or left out together. */
export const blockRows = 40;

/** Lists up to this length are rendered whole. */
const fewRows = 120;

/** In pixels, until a row has been measured. */
const usualHeight = 36;

/** Consecutive rows of a long list. */
export interface Block {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Null if the rows are rendered; otherwise the height of their placeholder, in pixels. */
  readonly gap: number | null;
}

/** Whether a list is so long that only its visible rows are rendered. */
export const isVirtualized = (rows: number): boolean => rows > fewRows;

/**
 * Which rows of a long list are rendered: the visible ones, one window height before and after, and
 * those around the focus. Each block is a `tbody`. Printing renders all.
 */
export function useRowWindow(table: RefObject<HTMLTableElement | null>, rows: number): readonly Block[] {
  const long = isVirtualized(rows);
  const count = Math.ceil(rows / blockRows);
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(() => new Set([0]));
  const [printing, setPrinting] = useState(false);
  const heights = useRef(new Map<number, number>());
  /** The average height of the rows measured so far. */
  const [each, setEach] = useState(usualHeight);
  const shown = useRef(drawn);
  shown.current = drawn;
  const sizeOf = useCallback((index: number): number => Math.min(blockRows, rows - index * blockRows), [rows]);

  const look = useCallback((): void => {
    const bodies = table.current?.tBodies;
    if (bodies === undefined) return;
    const wanted = new Set<number>();
    for (const [index, body] of [...bodies].entries()) {
      const { top, bottom, height } = body.getBoundingClientRect();
      if (shown.current.has(index)) heights.current.set(index, height);
      if ((bottom > -innerHeight && top < 2 * innerHeight) || body.contains(document.activeElement)) wanted.add(index);
    }
    const measured = [...heights.current].filter(([index]) => sizeOf(index) > 0);
    const seen = measured.reduce((sum, [index]) => sum + sizeOf(index), 0);
    const height = measured.reduce((sum, [, height]) => sum + height, 0) / seen;
    // Applied now, so that the table does not change its length at some later render.
    if (seen > 0) setEach((before) => (Math.abs(before - height) < 0.05 ? before : height));
    if (wanted.size !== shown.current.size || [...wanted].some((index) => !shown.current.has(index))) setDrawn(wanted);
  }, [table, sizeOf]);

  // Any render may have moved the rows.
  useLayoutEffect(() => {
    if (long) look();
  });

  useEffect(() => {
    if (!long) return;
    let width = table.current?.clientWidth ?? 0;
    let frame = 0;
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    const sized = new ResizeObserver(() => {
      if (table.current === null || table.current.clientWidth === width) return;
      width = table.current.clientWidth;
      heights.current.clear();
      soon();
    });
    if (table.current) sized.observe(table.current);
    const print = (): void => flushSync(() => setPrinting(true));
    const printed = (): void => setPrinting(false);
    // Scroll events of elements around the list do not bubble, so listen in the capture phase.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('resize', soon);
    addEventListener('beforeprint', print);
    addEventListener('afterprint', printed);
    return () => {
      cancelAnimationFrame(frame);
      sized.disconnect();
      document.removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', soon);
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', printed);
    };
  }, [long, look, table]);

  if (!long) return [{ from: 0, to: rows, gap: null }];
  return Array.from({ length: count }, (_, index): Block => {
    const out = !printing && !drawn.has(index);
    return {
      from: index * blockRows,
      to: index * blockRows + sizeOf(index),
      gap: out ? (heights.current.get(index) ?? each * sizeOf(index)) : null,
    };
  });
}
