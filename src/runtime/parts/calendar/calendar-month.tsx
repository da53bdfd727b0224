import { useDroppable } from '@dnd-kit/core';
import type { CSSProperties } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Popover } from '../../../ui/overlay/popover.tsx';
import { useWholeProduct } from '../../product-context.ts';
import styles from './calendar.module.css';
import { dayOf, daysBetween } from './calendar-days.ts';
import { type CalendarEntry, EntryChip, type Move } from './calendar-entry.tsx';
import type { Lane } from './calendar-lanes.ts';

export interface CalendarDays {
  readonly entries: readonly CalendarEntry[];
  readonly weeks: readonly (readonly string[])[];
  readonly today: string;
  /** Days outside it are dimmed; null to dim none. */
  readonly month: string | null;
  readonly onMove: Move;
  /** Changes an entry's end. */
  readonly onResize: Move;
  /** Starts a new entry on a day, at a minute of it; null if the person may create none. */
  readonly onCreate: ((day: string, minute: number | null, lane?: Lane | null) => void) | null;
  /** The lanes of the rooms, people or states that colour entries; empty for none. */
  readonly lanes: readonly Lane[];
}

/** The entries of each day, earliest first. */
export function entriesByDay(entries: readonly CalendarEntry[], zone: string): ReadonlyMap<string, readonly CalendarEntry[]> {
  const byDay = new Map<string, CalendarEntry[]>();
  for (const entry of [...entries].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    for (const day of daysBetween(dayOf(entry.from, zone), dayOf(entry.to ?? entry.from, zone)))
      byDay.set(day, [...(byDay.get(day) ?? []), entry]);
  }
  return byDay;
}

/** A day in a month shows this many entries; a button opens the rest. */
const most = 3;

/** Days as boxes; on a narrow screen stacked, without the empty ones. */
export function CalendarMonth({ entries, weeks, today, month, onMove, onResize, onCreate }: CalendarDays) {
  const { words, locale, zone } = useWholeProduct();
  const byDay = entriesByDay(entries, zone);
  const date = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const days = weeks.flat();
  const inside = (day: string): boolean => month === null || day.startsWith(month);
  const some = days.some((day) => inside(day) && byDay.has(day));
  return (
    <>
      <div
        className={cx(styles['grid'], days.length === 1 && styles['one'])}
        data-weeks={weeks.length}
        style={{ '--weeks': weeks.length } as CSSProperties}
      >
        {(weeks[0] ?? []).map((day) => (
          <div key={day} className={styles['weekday']}>
            {date(day, { weekday: 'short' })}
          </div>
        ))}
        {days.map((day) => {
          const found = byDay.get(day) ?? [];
          const shown = month === null ? found : found.slice(0, most);
          return (
            <Day
              key={day}
              day={day}
              outside={!inside(day)}
              empty={found.length === 0}
              onCreate={onCreate === null ? null : () => onCreate(day, null)}
            >
              <time
                dateTime={day}
                className={cx(styles['number'], day === today && styles['now'])}
                data-month={date(day, { weekday: 'short' })}
              >
                {Number(day.slice(8))}
              </time>
              {shown.map((entry) => (
                <EntryChip key={entry.record.id} entry={entry} day={day} step={0} onMove={onMove} onResize={onResize} />
              ))}
              {found.length > shown.length ? (
                <Popover
                  title={date(day, { dateStyle: 'full' })}
                  trigger={
                    <Button
                      size="small"
                      variant="ghost"
                      className={styles['more']}
                      aria-label={words.parts.calendar.moreOn(found.length - shown.length, date(day, { dateStyle: 'full' }))}
                    >
                      {words.more(found.length - shown.length)}
                    </Button>
                  }
                >
                  <div className={styles['all']}>
                    <strong>{date(day, { weekday: 'long', day: 'numeric', month: 'long' })}</strong>
                    {found.map((entry) => (
                      <EntryChip
                        key={entry.record.id}
                        entry={{ ...entry, movable: false }}
                        day={`${day} all`}
                        step={0}
                        onMove={onMove}
                        onResize={onResize}
                      />
                    ))}
                  </div>
                </Popover>
              ) : null}
            </Day>
          );
        })}
      </div>
      {some ? null : (
        <div className={styles['none']}>
          <EmptyState small title={words.parts.calendar.none} />
        </div>
      )}
    </>
  );
}

function Day({
  day,
  outside,
  empty,
  onCreate,
  children,
}: {
  readonly day: string;
  readonly outside: boolean;
  readonly empty: boolean;
  readonly onCreate: (() => void) | null;
  readonly children: React.ReactNode;
}) {
  const { setNodeRef, isOver } = useDroppable({ id: day });
  return (
    <div
      ref={setNodeRef}
      className={cx(styles['day'], outside && styles['outside'])}
      data-day={day}
      data-empty={empty || outside || undefined}
      data-over={isOver || undefined}
      data-creates={onCreate === null ? undefined : true}
      // The keyboard has a button in the calendar's head.
      onClick={onCreate === null ? undefined : (event) => event.target === event.currentTarget && onCreate()}
    >
      {children}
    </div>
  );
}
