import { useDraggable } from '@dnd-kit/core';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { formatClock, formatDate, formatDateTime } from '../../format.ts';
import { useWholeProduct } from '../../product-context.ts';
import { ProductLink } from '../../product-link.tsx';
import type { DataOf } from '../../screen/use-part.ts';
import styles from './calendar.module.css';
import { minutesOfPixels } from './calendar-time.ts';
import type { EntryColour } from './entry-colour.ts';

export type CalendarEntry = DataOf<'calendar'>['entries'][number] & { readonly colour: EntryColour | null };

/** Moves an entry by days and minutes. */
export type Move = (entry: CalendarEntry, days: number, minutes: number) => Promise<void>;

/**
 * An entry on a day; a link if it leads to a screen. Movable entries can be dragged, or moved with
 * Shift and the arrow keys. `step`: minutes per arrow up or down; 0 if these move by weeks.
 */
export function EntryChip({
  entry,
  day,
  step,
  onMove,
  onResize,
  className,
  style,
}: {
  readonly entry: CalendarEntry;
  readonly day: string;
  readonly step: number;
  readonly onMove: Move;
  readonly onResize: Move;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
}) {
  const { locale, zone, words } = useWholeProduct();
  const { label, id } = entry.record;
  const { listeners, setNodeRef, transform, isDragging } = useDraggable({
    id: `${id} ${day}`,
    data: { entry, day },
    disabled: !entry.movable,
  });
  const when = entry.from.length === 10 ? formatDate(entry.from, locale) : formatDateTime(entry.from, locale, zone);
  const time = entry.from.length === 10 ? null : formatClock(entry.from, locale, zone);
  const keys = (event: KeyboardEvent): void => {
    if (!entry.movable || !event.shiftKey) return;
    const forward = document.dir === 'rtl' || getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const by: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-forward, 0],
      ArrowRight: [forward, 0],
      ArrowUp: step === 0 ? [-7, 0] : [0, -step],
      ArrowDown: step === 0 ? [7, 0] : [0, step],
    };
    const [days, minutes] = by[event.key] ?? [0, 0];
    if (days === 0 && minutes === 0) return;
    event.preventDefault();
    void (event.altKey ? onResize : onMove)(entry, days, minutes);
  };
  const resizable = entry.movable && entry.to !== null;
  const moveHow = `. ${words.parts.calendar.moveHow}${resizable ? ` ${words.parts.calendar.resizeHow}` : ''}`;
  const content = (
    <>
      {time === null ? null : <span className={styles['time']}>{time} </span>}
      {label}
    </>
  );
  const shared = {
    className: cx(styles['entry'], className),
    title: `${label}, ${when}${entry.colour === null ? '' : `, ${entry.colour.text}`}${entry.movable ? moveHow : ''}`,
    'data-record': id,
    'data-movable': entry.movable || undefined,
    'data-colour': entry.colour === null ? undefined : entry.colour.hue === null ? 'neutral' : 'hue',
    onKeyDown: keys,
  };
  return (
    <div
      ref={setNodeRef}
      {...listeners}
      className={styles['holder']}
      data-dragging={isDragging || undefined}
      style={{
        ...style,
        ...(entry.colour?.hue == null ? {} : ({ '--hue': entry.colour.hue } as CSSProperties)),
        ...(transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : {}),
      }}
      // The click that ends a drag must not open the entry.
      onClickCapture={(event: MouseEvent) => isDragging && event.preventDefault()}
    >
      {entry.address ? (
        <ProductLink address={entry.address} draggable={false} {...shared}>
          {content}
        </ProductLink>
      ) : entry.movable ? (
        <span role="group" tabIndex={0} {...shared}>
          {content}
        </span>
      ) : (
        <span {...shared}>{content}</span>
      )}
      {resizable && step > 0 ? <ResizeEdge onEnd={(minutes) => void onResize(entry, 0, minutes)} /> : null}
    </div>
  );
}

/** The lower edge of a block: dragging it changes the entry's end. */
function ResizeEdge({ onEnd }: { readonly onEnd: (minutes: number) => void }) {
  const begun = useRef<number | null>(null);
  const [by, setBy] = useState(0);
  return (
    <span
      aria-hidden
      className={styles['edge']}
      style={by === 0 ? undefined : { bottom: -by }}
      data-dragging={by !== 0 || undefined}
      // Otherwise the whole block would be dragged too.
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        begun.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => begun.current !== null && setBy(event.clientY - begun.current)}
      onPointerUp={(event) => {
        const from = begun.current;
        begun.current = null;
        setBy(0);
        if (from !== null) onEnd(minutesOfPixels(event.clientY - from));
      }}
      onPointerCancel={() => {
        begun.current = null;
        setBy(0);
      }}
    />
  );
}
