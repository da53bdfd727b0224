import { useDroppable } from '@dnd-kit/core';
import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { useProduct } from '../../product-context.ts';
import styles from './calendar.module.css';
import { EntryChip } from './calendar-entry.tsx';
import { isIn } from './calendar-lanes.ts';
import { type CalendarDays, entriesByDay } from './calendar-month.tsx';

/** A week with a row for each room, person or state, so that free time is easy to see. */
export function CalendarRows({ entries, weeks, today, lanes, onMove, onResize, onCreate }: CalendarDays) {
  const { locale, zone } = useProduct();
  const days = weeks.flat();
  const byDay = entriesByDay(entries, zone);
  const weekday = (day: string): string =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  return (
    <section className={styles['rows']} tabIndex={0} aria-label={days.slice(0, 1).map(weekday).join('')}>
      <div className={styles['rowsGrid']} style={{ '--days': days.length } as CSSProperties}>
        <span className={cx(styles['weekday'], styles['laneName'])} />
        {days.map((day) => (
          <span key={day} className={cx(styles['weekday'], day === today && styles['isToday'])}>
            {weekday(day)}
          </span>
        ))}
        {lanes.map((lane) => [
          <span key={lane.key} className={styles['laneName']} data-lane={lane.title}>
            <Badge look="dot" hue={lane.colour?.hue ?? null}>
              {lane.title}
            </Badge>
          </span>,
          ...days.map((day) => (
            <Place
              key={`${day} ${lane.key}`}
              id={`${day} ${lane.key}`}
              onCreate={onCreate === null ? null : () => onCreate(day, null, lane)}
            >
              {(byDay.get(day) ?? [])
                .filter((entry) => isIn(lane, entry))
                .map((entry) => (
                  <EntryChip key={entry.record.id} entry={entry} day={day} step={0} onMove={onMove} onResize={onResize} />
                ))}
            </Place>
          )),
        ])}
      </div>
    </section>
  );
}

/** A lane on one day. */
function Place({ id, onCreate, children }: { readonly id: string; readonly onCreate: (() => void) | null; readonly children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <div
      ref={setNodeRef}
      className={styles['place']}
      data-place={id}
      data-over={isOver || undefined}
      data-creates={onCreate === null ? undefined : true}
      // The keyboard has a button in the calendar's head.
      onClick={onCreate === null ? undefined : (event) => event.target === event.currentTarget && onCreate()}
    >
      {children}
    </div>
  );
}
