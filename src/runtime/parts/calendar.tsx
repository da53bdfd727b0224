import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts';
import { mirrored } from '../../ui/mirror.ts';
import { formatDate, formatDateTime } from '../format.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { withParameter } from '../query-state.ts';
import { PartGate } from '../screen/part-gate.tsx';
import { type DataOf, usePart } from '../screen/use-part.ts';
import { useNow } from '../use-now.ts';
import styles from './calendar.module.css';
import { dayOf, daysBetween, monthAfter, weekBegin, weeksOf } from './calendar-days.ts';
import type { PartComponent } from './part.ts';

type Entry = DataOf<'calendar'>['entries'][number];

/** A month, and what falls on its days. Which month stands in the address. */
export const CalendarPart: PartComponent<'calendar'> = ({ part }) => {
  const state = usePart(part.id, ['calendar']);
  return (
    <PartGate state={state} lines={10}>
      {(data) => <Month id={part.id} entries={data.entries} />}
    </PartGate>
  );
};

const most = 3;

function Month({ id, entries }: { readonly id: string; readonly entries: readonly Entry[] }) {
  const { words, locale, location } = useProduct();
  const place = usePlace();
  const today = dayOf(new Date(useNow()).toISOString());
  const key = `month.${id}`;
  const asked = new URLSearchParams(place.query).get(key) ?? '';
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/u.test(asked) ? asked : today.slice(0, 7);
  const go = (next: string): void => {
    const query = withParameter(place.query, key, next === today.slice(0, 7) ? null : next);
    location.replace(place.path + (query === '' ? '' : `?${query}`));
  };
  const byDay = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const day of daysBetween(dayOf(entry.from), dayOf(entry.to ?? entry.from))) byDay.set(day, [...(byDay.get(day) ?? []), entry]);
  }
  const weeks = weeksOf(month, weekBegin(locale));
  const date = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const inMonth = weeks.flat().some((day) => day.startsWith(month) && byDay.has(day));

  return (
    <div className={styles['calendar']}>
      <div className={styles['head']}>
        <h2 className={styles['month']} aria-live="polite">
          {date(`${month}-01`, { month: 'long', year: 'numeric' })}
        </h2>
        <Button size="small" variant="ghost" onClick={() => go(today.slice(0, 7))}>
          {words.today}
        </Button>
        <IconButton
          size="small"
          label={words.previousMonth}
          icon={<IconChevronLeft size={16} className={mirrored} />}
          onClick={() => go(monthAfter(month, -1))}
        />
        <IconButton
          size="small"
          label={words.nextMonth}
          icon={<IconChevronRight size={16} className={mirrored} />}
          onClick={() => go(monthAfter(month, 1))}
        />
      </div>
      <div className={styles['grid']}>
        {(weeks[0] ?? []).map((day) => (
          <div key={day} className={styles['weekday']}>
            {date(day, { weekday: 'short' })}
          </div>
        ))}
        {weeks.flat().map((day) => {
          const found = byDay.get(day) ?? [];
          const inside = day.startsWith(month);
          return (
            <div
              key={day}
              className={cx(styles['day'], !inside && styles['outside'])}
              data-empty={found.length === 0 || !inside || undefined}
            >
              <time
                dateTime={day}
                className={cx(styles['number'], day === today && styles['now'])}
                data-month={date(day, { weekday: 'short' })}
              >
                {Number(day.slice(8))}
              </time>
              {found.slice(0, most).map((entry) => (
                <EntryLink key={entry.record.id} entry={entry} />
              ))}
              {found.length > most ? (
                <span
                  className={styles['more']}
                  title={found
                    .slice(most)
                    .map((entry) => entry.record.label)
                    .join('\n')}
                >
                  {words.more(found.length - most)}
                </span>
              ) : null}
            </div>
          );
        })}
      </div>
      {inMonth ? null : (
        <div className={styles['none']}>
          <EmptyState small title={words.noData} />
        </div>
      )}
    </div>
  );
}

function EntryLink({ entry }: { readonly entry: Entry }) {
  const { locale } = useProduct();
  const { label } = entry.record;
  const when = entry.from.length === 10 ? formatDate(entry.from, locale) : formatDateTime(entry.from, locale);
  const title = `${label}, ${when}`;
  return entry.address ? (
    <ProductLink address={entry.address} className={styles['entry']} title={title}>
      {label}
    </ProductLink>
  ) : (
    <span className={styles['entry']} title={title}>
      {label}
    </span>
  );
}
