import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { type ShownType, shownType } from '../field-types.ts';
import type { FilterState } from '../filter-state.ts';
import { DayInput } from '../inputs/day-input.tsx';
import { DurationInput } from '../inputs/duration-input.tsx';
import { parsePercentage, plainNumber, shiftDecimalPoint } from '../inputs/plain-number.ts';
import { currencyOf } from '../model-lookup.ts';
import { dayAt } from '../parts/calendar/calendar-days.ts';
import { useWholeProduct } from '../product-context.ts';
import styles from './lists.module.css';
import { relativePeriods, timeText } from './relative-periods.ts';

/** Two bounds; for days also the common periods relative to today. */
export function Range({
  kind,
  state,
  set,
}: {
  readonly kind: string;
  readonly state: FilterState;
  readonly set: (next: Partial<FilterState>, now?: boolean) => void;
}) {
  const { words, locale, zone, platform } = useWholeProduct();
  const { lists } = words.parts;
  const { input } = shownType(kind);
  const typed = input !== 'day' && input !== 'moment' && input !== 'clock';
  const times = input === 'day' || input === 'moment' ? relativePeriods(dayAt(platform.now(), zone), locale) : [];
  const around = times.find(({ name }) => name === state.around);
  const { from, to } = around ?? state;
  return (
    <>
      {times.length === 0 ? null : (
        <div className={styles['files']}>
          {times.map((time) => (
            <Button
              key={time.name}
              size="small"
              className={styles['time']}
              aria-pressed={time === around}
              onClick={() => set({ around: time === around ? '' : time.name, from: '', to: '' })}
            >
              {timeText(time, locale, lists.lastDays)}
            </Button>
          ))}
        </div>
      )}
      <div className={styles['range']}>
        <Field label={lists.from}>
          <RangeInput kind={kind} value={from} label={lists.from} onChange={(value) => set({ from: value, to, around: '' }, !typed)} />
        </Field>
        <Field label={lists.to}>
          <RangeInput kind={kind} value={to} label={lists.to} onChange={(value) => set({ from, to: value, around: '' }, !typed)} />
        </Field>
      </div>
    </>
  );
}

/** Edits a number, an amount, a time or a duration in the address's notation. */
export function RangeInput({
  kind,
  value,
  label,
  onChange,
}: {
  readonly kind: string;
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
}) {
  const { model } = useWholeProduct();
  const { input } = shownType(kind);
  if (input === 'day' || input === 'moment') return <DayInput kind="date" value={value} onValue={onChange} />;
  if (input === 'clock') return <DayInput kind="time" value={value} onValue={onChange} />;
  if (input === 'duration')
    return (
      <DurationInput
        value={value === '' ? null : value}
        onChange={(next) => onChange(typeof next === 'string' ? next : '')}
        label={label}
      />
    );
  return (
    <TypedNumber
      value={value}
      label={label}
      onChange={onChange}
      input={input}
      lead={kind === 'money' ? (currencyOf(model) ?? undefined) : undefined}
    />
  );
}

/**
 * Edits a number in the reader's notation; the address has the engine's. Unreadable input stays, so
 * that the list can report it.
 */
function TypedNumber({
  value,
  label,
  onChange,
  input,
  lead,
}: {
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
  readonly input: ShownType['input'];
  readonly lead: string | undefined;
}) {
  const isShare = input === 'percent';
  const asNumber = (text: string): string => (isShare ? parsePercentage(text) : plainNumber(text)) ?? text.trim();
  const [text, setText] = useState(isShare ? shiftDecimalPoint(value, 2) : value);
  if (asNumber(text) !== value) setText(isShare ? shiftDecimalPoint(value, 2) : value);
  return (
    <NumberField
      aria-label={label}
      value={text}
      onValue={(next) => {
        setText(next);
        onChange(asNumber(next));
      }}
      whole={input === 'whole'}
      steppers={false}
      lead={isShare ? '%' : lead}
    />
  );
}
