import { useDroppable } from '@dnd-kit/core';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';
import { useProduct } from '../../product-context.ts';
import { useNow } from '../../use-now.ts';
import styles from './calendar.module.css';
import { dayOf } from './calendar-days.ts';
import { EntryChip } from './calendar-entry.tsx';
import { columnsOf, isIn, type Lane } from './calendar-lanes.ts';
import { type CalendarDays, CalendarMonth, entriesByDay } from './calendar-month.tsx';
import { blocksOf, hour, minuteOf, step } from './calendar-time.ts';

const hours = Array.from({ length: 24 }, (_, index) => index);

/** A week or a day by the hour. On a narrow screen a week is a list of its days. */
export function CalendarWeek(props: CalendarDays) {
  const { locale, zone } = useProduct();
  const { entries, weeks, today, lanes, onMove, onResize, onCreate } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const days = weeks.flat();
  const byDay = entriesByDay(entries, zone);
  const columns = columnsOf(days, lanes);
  const now = new Date(useNow()).toISOString();
  const [begins = ''] = days;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each period scrolls once.
  useLayoutEffect(() => {
    const inSight = entries.filter((entry) => days.includes(dayOf(entry.from, zone)));
    const first = Math.min(8 * 60, ...inSight.map((entry) => minuteOf(entry.from, zone)));
    if (scroller.current) scroller.current.scrollTop = Math.max(0, (first / 60 - 1) * hour);
  }, [begins, days.length]);
  const clock = (of: number): string => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(of * 3_600_000);
  const weekday = (day: string): string =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  return (
    <>
      {days.length > 1 ? (
        <div className={styles['narrow']}>
          <CalendarMonth {...props} />
        </div>
      ) : null}
      <div
        ref={scroller}
        className={cx(styles['week'], days.length > 1 && styles['wide'])}
        tabIndex={0}
        role="group"
        aria-label={weekday(begins)}
      >
        <div className={styles['weekHead']}>
          <span className={styles['hours']} />
          {columns.map(({ key, day, lane }) => (
            <span key={key} className={cx(styles['weekday'], lane !== null && styles['lane'], day === today && styles['isToday'])}>
              {lane?.title ?? weekday(day)}
            </span>
          ))}
        </div>
        <div className={styles['weekBody']}>
          <div className={styles['hours']} aria-hidden="true">
            {hours.map((of) => (
              <span key={of} className={styles['hour']}>
                {of === 0 ? null : clock(of)}
              </span>
            ))}
          </div>
          {columns.map(({ key, day, lane: shown }) => (
            <DayColumn
              key={key}
              id={key}
              day={day}
              lane={shown}
              onCreate={onCreate === null ? null : (minute) => onCreate(day, minute, shown)}
            >
              {day === today ? <span className={styles['line']} style={{ top: (minuteOf(now, zone) / 60) * hour }} /> : null}
              {blocksOf(
                (byDay.get(day) ?? []).filter((entry) => isIn(shown, entry)),
                day,
                zone,
              ).map(({ item, from, to, lane, lanes }) => (
                <EntryChip
                  key={item.record.id}
                  entry={item}
                  day={day}
                  step={step}
                  onMove={onMove}
                  onResize={onResize}
                  className={styles['block']}
                  style={{
                    position: 'absolute',
                    top: (from / 60) * hour,
                    height: ((to - from) / 60) * hour - 2,
                    insetInlineStart: `${(lane / lanes) * 100}%`,
                    width: `calc(${100 / lanes}% - 2px)`,
                  }}
                />
              ))}
            </DayColumn>
          ))}
        </div>
      </div>
    </>
  );
}

/** Where a press starts a new entry, in minutes since midnight: half hours. */
const minuteAt = (event: MouseEvent<HTMLElement>): number => {
  const { top } = event.currentTarget.getBoundingClientRect();
  return Math.min(23 * 60 + 30, Math.max(0, Math.floor(((event.clientY - top) / hour) * 2) * 30));
};

function DayColumn({
  id,
  day,
  lane,
  onCreate,
  children,
}: {
  readonly id: string;
  readonly day: string;
  readonly lane: Lane | null;
  readonly onCreate: ((minute: number) => void) | null;
  readonly children: ReactNode;
}) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <div
      ref={setNodeRef}
      className={cx(styles['dayColumn'], lane !== null && styles['lane'])}
      data-day={day}
      data-lane={lane?.title}
      data-over={isOver || undefined}
      data-creates={onCreate === null ? undefined : true}
      onClick={onCreate === null ? undefined : (event) => event.target === event.currentTarget && onCreate(minuteAt(event))}
    >
      {children}
    </div>
  );
}
