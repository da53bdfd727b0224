import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useDrag } from '../../ui/use-drag.ts';
import type { ShownColumn } from '../columns.ts';
import { useWholeProduct } from '../product-context.ts';
import handles from './column-handles.module.css';
import type { ColumnLayouts } from './column-layout.ts';

/** The minimum and maximum width of a column, in pixels. */
const least = 56;
const most = 960;
/** Pixels per press of an arrow key. */
const step = 16;

/**
 * A handle at the end of each header resizes its column, by pointer or arrow keys (with Shift they
 * move the column); dragging the header moves its column.
 */
export function ColumnHandles({
  table,
  fields,
  column,
  layouts,
  onOrder,
}: {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly fields: readonly string[];
  readonly column: (name: string) => ShownColumn;
  readonly layouts: ColumnLayouts;
  readonly onOrder: (fields: readonly string[]) => void;
}) {
  const { words } = useWholeProduct();
  const { lists } = words.parts;
  const [heads, setHeads] = useState<ReadonlyMap<string, HTMLElement>>(new Map());
  const names = fields.join('\n');
  // The list renders the headers, so look for them again whenever its columns change.
  useLayoutEffect(() => {
    const found = [...(table.current?.querySelectorAll<HTMLElement>('thead th[data-column]') ?? [])];
    setHeads(new Map(names === '' ? [] : found.map((head) => [head.dataset['column'] ?? '', head])));
  }, [table, names]);

  /** Fixes all widths, so that the other columns keep theirs. */
  const resize = (field: string, width: number): void => {
    const now = [...heads].map(([name, head]) => [name, Math.round(head.getBoundingClientRect().width)] as const);
    const next = Math.round(Math.min(most, Math.max(least, width)));
    layouts.change({ widths: { ...layouts.layout.widths, ...Object.fromEntries(now), [field]: next } });
  };
  const focusAfter = useRef<string | null>(null);
  useEffect(() => {
    const field = focusAfter.current;
    focusAfter.current = null;
    if (field !== null) heads.get(field)?.querySelector<HTMLElement>('[role="separator"]')?.focus();
  });
  const move = (field: string, to: number): void => {
    const others = fields.filter((one) => one !== field);
    const place = Math.min(others.length, Math.max(0, to));
    const next = [...others.slice(0, place), field, ...others.slice(place)];
    if (next.join('\n') !== names) onOrder(next);
  };
  useMovedByPointer(heads, fields, move);

  return [...heads].map(([field, head]) =>
    createPortal(
      <Handle
        head={head}
        label={lists.columnWidth(column(field).title)}
        how={lists.columnKeys}
        onWidth={(width) => resize(field, width)}
        onMove={(by) => {
          focusAfter.current = field;
          move(field, fields.indexOf(field) + by);
        }}
        onReset={() => layouts.change({ widths: {} })}
      />,
      head,
      field,
    ),
  );
}

function Handle({
  head,
  label,
  how,
  onWidth,
  onMove,
  onReset,
}: {
  readonly head: HTMLElement;
  readonly label: string;
  readonly how: string;
  readonly onWidth: (width: number) => void;
  readonly onMove: (by: number) => void;
  readonly onReset: () => void;
}) {
  const onward = (): number => (getComputedStyle(head).direction === 'rtl' ? -1 : 1);
  const width = (): number => head.getBoundingClientRect().width;
  const drag = useDrag((event: PointerEvent) => {
    const { left, right } = head.getBoundingClientRect();
    onWidth(onward() > 0 ? event.clientX - left : right - event.clientX);
  });
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? onward() : event.key === 'ArrowLeft' ? -onward() : 0;
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) onMove(by);
    else onWidth(width() + by * step);
  };
  return (
    <span
      {...drag}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-description={how}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={Math.round(width())}
      tabIndex={0}
      title={how}
      className={handles['handle']}
      onKeyDown={keys}
      onDoubleClick={onReset}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

/** Moves a column when a mouse or pen drags its header onto another one. */
function useMovedByPointer(
  heads: ReadonlyMap<string, HTMLElement>,
  fields: readonly string[],
  move: (field: string, to: number) => void,
): void {
  const latest = useRef({ fields, move });
  latest.current = { fields, move };
  useEffect(() => {
    const ends = [...heads].map(([field, head]) => {
      const down = (event: globalThis.PointerEvent): void => {
        const { target } = event;
        if (event.button !== 0 || event.pointerType === 'touch' || !(target instanceof Element)) return;
        if (target.closest('[role="separator"], [role="checkbox"]')) return;
        follow(event.clientX, field, head);
      };
      head.addEventListener('pointerdown', down);
      return () => head.removeEventListener('pointerdown', down);
    });
    const follow = (from: number, field: string, head: HTMLElement): void => {
      const watched = new AbortController();
      const { signal } = watched;
      const page = head.ownerDocument;
      let over: HTMLElement | null = null;
      const mark = (next: HTMLElement | null, side: string): void => {
        over?.removeAttribute('data-drop');
        next?.setAttribute('data-drop', side);
        over = next;
      };
      const place = (x: number): void => {
        const rightToLeft = getComputedStyle(head).direction === 'rtl';
        const found = [...heads.values()].find((one) => {
          const { left, right } = one.getBoundingClientRect();
          return x >= left && x < right;
        });
        if (found === undefined || found === head) mark(null, '');
        else {
          const { left, width } = found.getBoundingClientRect();
          mark(found, x < left + width / 2 !== rightToLeft ? 'before' : 'after');
        }
      };
      page.addEventListener(
        'pointermove',
        (event) => {
          if (over === null && Math.abs(event.clientX - from) < 6) return;
          place(event.clientX);
        },
        { signal },
      );
      const end = (event: globalThis.PointerEvent): void => {
        watched.abort();
        const [target, side] = [over?.dataset['column'], over?.dataset['drop']];
        mark(null, '');
        if (target === undefined || event.type === 'pointercancel') return;
        // The click that ends the drag must not sort.
        page.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true, signal: AbortSignal.timeout(50) });
        const others = latest.current.fields.filter((one) => one !== field);
        latest.current.move(field, others.indexOf(target) + (side === 'after' ? 1 : 0));
      };
      page.addEventListener('pointerup', end, { signal });
      page.addEventListener('pointercancel', end, { signal });
    };
    return () => {
      for (const one of ends) one();
    };
  }, [heads]);
}
