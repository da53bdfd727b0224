import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { mirroredInRtl } from '../../ui/form/mirror.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts';
import { formatTime } from '../format.ts';
import { dayAfter, dayOf, monthAfter, weekBegin, weeksOf } from '../parts/calendar/calendar-days.ts';
import { clockOf } from '../parts/calendar/calendar-time.ts';
import { useWholeProduct } from '../product-context.ts';
import styles from './day-input.module.css';

type Kind = 'date' | 'time' | 'datetime';

/** In minutes since midnight: the time preselected for a day without one. */
const morning = 9 * 60;
/** Minutes between the offered times. */
const step = 30;

/**
 * A month, a list of times, or both. A choice applies immediately, except that a moment's day waits
 * for its time. `value` as typed: `2026-01-31`, `09:30`, `2026-01-31T09:30`, or empty.
 */
export function DayPicker({
  kind,
  value,
  required,
  onValue,
  onFinish,
}: {
  readonly kind: Kind;
  readonly value: string;
  /** Whether it lacks a button that clears it. */
  readonly required: boolean;
  readonly onValue: (value: string) => void;
  /** Called with the last choice, when nothing is left to choose. */
  readonly onFinish: (value: string) => void;
}) {
  const { platform, zone } = useWholeProduct();
  const today = dayOf(new Date(platform.now()).toISOString(), zone);
  const day = /^\d{4}-\d\d-\d\d/u.exec(value)?.[0] ?? null;
  const time = /\d\d:\d\d$/u.exec(value)?.[0] ?? null;
  return (
    <div className={styles['picker']}>
      {kind === 'time' ? null : (
        <Days
          chosen={day}
          today={today}
          onDay={(next) => (kind === 'date' ? onFinish(next) : onValue(`${next}T${time ?? clockOf(morning)}`))}
          onClear={required || value === '' ? null : () => onFinish('')}
        />
      )}
      {kind === 'date' ? null : (
        <Times chosen={time} begun={kind === 'time'} onTime={(next) => onFinish(kind === 'time' ? next : `${day ?? today}T${next}`)} />
      )}
    </div>
  );
}

/** The day that a key moves to; null if it moves nowhere. */
function dayByKey({ key, shiftKey }: KeyboardEvent, day: string, week: readonly string[], rightToLeft: boolean): string | null {
  const onward = rightToLeft ? -1 : 1;
  const inMonth = (by: number): string => {
    const month = monthAfter(day.slice(0, 7), by);
    // From 31 January to the last day of February, not into March.
    const same = `${month}-${day.slice(8)}`;
    return dayAfter(same, 0) === same ? same : dayAfter(`${monthAfter(month, 1)}-01`, -1);
  };
  switch (key) {
    case 'ArrowLeft':
      return dayAfter(day, -onward);
    case 'ArrowRight':
      return dayAfter(day, onward);
    case 'ArrowUp':
      return dayAfter(day, -7);
    case 'ArrowDown':
      return dayAfter(day, 7);
    case 'Home':
      return week[0] ?? day;
    case 'End':
      return week.at(-1) ?? day;
    case 'PageUp':
      return inMonth(shiftKey ? -12 : -1);
    case 'PageDown':
      return inMonth(shiftKey ? 12 : 1);
    default:
      return null;
  }
}

/** A month's days: arrow keys move by days and weeks, Page Up and Page Down by months. */
function Days({
  chosen,
  today,
  onDay,
  onClear,
}: {
  readonly chosen: string | null;
  readonly today: string;
  readonly onDay: (day: string) => void;
  readonly onClear: (() => void) | null;
}) {
  const { words, locale } = useWholeProduct();
  const title = useId();
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(chosen ?? today);
  const [byKey, setByKey] = useState(true);
  const weeks = weeksOf(at.slice(0, 7), weekBegin(locale));
  const say = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  useLayoutEffect(() => {
    if (byKey) table.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus();
  }, [at, byKey]);
  const turn = (by: number): void => {
    setByKey(false);
    setAt(`${monthAfter(at.slice(0, 7), by)}-01`);
  };
  const keys = (event: KeyboardEvent<HTMLTableElement>): void => {
    const week = weeks.find((days) => days.includes(at)) ?? [];
    const next = dayByKey(event, at, week, getComputedStyle(event.currentTarget).direction === 'rtl');
    if (next === null) return;
    event.preventDefault();
    setByKey(true);
    setAt(next);
  };
  return (
    <div className={styles['days']}>
      <div className={styles['head']}>
        <IconButton
          size="small"
          label={words.parts.calendar.previous}
          icon={<IconChevronLeft size={16} className={mirroredInRtl} />}
          onClick={() => turn(-1)}
        />
        <span id={title} className={styles['month']} aria-live="polite">
          {say(at, { month: 'long', year: 'numeric' })}
        </span>
        <IconButton
          size="small"
          label={words.parts.calendar.next}
          icon={<IconChevronRight size={16} className={mirroredInRtl} />}
          onClick={() => turn(1)}
        />
      </div>
      <table ref={table} className={styles['grid']} aria-labelledby={title} onKeyDown={keys}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col" abbr={say(day, { weekday: 'long' })}>
                {say(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={styles['day']}
                    data-at={day}
                    data-outside={day.slice(0, 7) === at.slice(0, 7) ? undefined : true}
                    data-today={day === today || undefined}
                    aria-label={say(day, { dateStyle: 'full' })}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={day === at ? 0 : -1}
                    onClick={() => {
                      setAt(day);
                      onDay(day);
                    }}
                  >
                    {say(day, { day: 'numeric' })}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['foot']}>
        <Button size="small" onClick={() => onDay(today)}>
          {words.today}
        </Button>
        {onClear === null ? null : (
          <Button size="small" variant="ghost" onClick={onClear}>
            {words.ui.clear}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Half hours and the typed time, as one tab stop. */
function Times({
  chosen,
  begun,
  onTime,
}: {
  readonly chosen: string | null;
  /** Whether it gets the focus when it opens. */
  readonly begun: boolean;
  readonly onTime: (time: string) => void;
}) {
  const { words, locale } = useWholeProduct();
  const list = useRef<HTMLDivElement>(null);
  const halves = Array.from({ length: (24 * 60) / step }, (_, index) => clockOf(index * step));
  const times = chosen === null || halves.includes(chosen) ? halves : [...halves, chosen].sort();
  const [at, setAt] = useState(chosen ?? clockOf(morning));
  // The list scrolls to its time first; only arrow keys move the focus.
  useLayoutEffect(() => {
    const box = list.current;
    const option = box?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!box || !option) return;
    box.scrollTop = option.offsetTop - box.offsetTop - box.clientHeight / 2 + option.clientHeight;
    if (begun) option.focus({ preventScroll: true });
  }, [begun]);
  const keys = (event: KeyboardEvent<HTMLDivElement>): void => {
    const now = times.indexOf(at);
    const next = { ArrowUp: now - 1, ArrowDown: now + 1, PageUp: now - 6, PageDown: now + 6, Home: 0, End: times.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const place = Math.min(times.length - 1, Math.max(0, next));
    setAt(times[place] ?? at);
    list.current?.querySelectorAll<HTMLElement>('[role="option"]')[place]?.focus();
  };
  return (
    <div ref={list} role="listbox" aria-label={words.parts.forms.chooseTime} className={styles['times']} onKeyDown={keys}>
      {times.map((time) => (
        <button
          key={time}
          type="button"
          role="option"
          className={styles['time']}
          aria-selected={time === chosen}
          tabIndex={time === at ? 0 : -1}
          onClick={() => onTime(time)}
        >
          {formatTime(time, locale)}
        </button>
      ))}
    </div>
  );
}
