import { useDroppable } from '@dnd-kit/core';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Popover } from '../../ui/overlay/popover.tsx';
import { useProduct } from '../product-context.ts';
import styles from './calendar.module.css';
import { dayOf, daysBetween } from './calendar-days.ts';
import { type CalendarEntry, EntryChip, type Move } from './calendar-entry.tsx';

export interface CalendarDays {
  readonly entries: readonly CalendarEntry[];
  readonly weeks: readonly (readonly string[])[];
  readonly today: string;
  /** Days outside it are dimmed; null: none are. */
  readonly month: string | null;
  readonly onMove: Move;
}

/** What falls on each day, from the earliest. */
export function entriesByDay(entries: readonly CalendarEntry[], zone: string): ReadonlyMap<string, readonly CalendarEntry[]> {
  const byDay = new Map<string, CalendarEntry[]>();
  for (const entry of [...entries].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    for (const day of daysBetween(dayOf(entry.from, zone), dayOf(entry.to ?? entry.from, zone)))
      byDay.set(day, [...(byDay.get(day) ?? []), entry]);
  }
  return byDay;
}

/** A day shows so many in a month; the others are under a button. */
const most = 3;

/** Days as boxes; on a narrow screen one under the other, and only those that have something. */
export function CalendarMonth({ entries, weeks, today, month, onMove }: CalendarDays) {
  const { words, locale, zone } = useProduct();
  const byDay = entriesByDay(entries, zone);
  const date = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const days = weeks.flat();
  const inside = (day: string): boolean => month === null || day.startsWith(month);
  const some = days.some((day) => inside(day) && byDay.has(day));
  return (
    <>
      <div className={cx(styles['grid'], days.length === 1 && styles['one'])} data-weeks={weeks.length}>
        {(weeks[0] ?? []).map((day) => (
          <div key={day} className={styles['weekday']}>
            {date(day, { weekday: 'short' })}
          </div>
        ))}
        {days.map((day) => {
          const found = byDay.get(day) ?? [];
          const shown = month === null ? found : found.slice(0, most);
          return (
            <Day key={day} day={day} outside={!inside(day)} empty={found.length === 0}>
              <time
                dateTime={day}
                className={cx(styles['number'], day === today && styles['now'])}
                data-month={date(day, { weekday: 'short' })}
              >
                {Number(day.slice(8))}
              </time>
              {shown.map((entry) => (
                <EntryChip key={entry.record.id} entry={entry} day={day} step={0} onMove={onMove} />
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
                      <EntryChip key={entry.record.id} entry={{ ...entry, movable: false }} day={`${day} all`} step={0} onMove={onMove} />
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
          <EmptyState small title={words.noData} />
        </div>
      )}
    </>
  );
}

function Day({
  day,
  outside,
  empty,
  children,
}: {
  readonly day: string;
  readonly outside: boolean;
  readonly empty: boolean;
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
    >
      {children}
    </div>
  );
}
