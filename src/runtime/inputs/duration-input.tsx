import { useState } from 'react';
import { NumberField } from '../../ui/form/number-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { durationSeconds } from '../format.ts';
import { useWholeProduct } from '../product-context.ts';
import styles from './inputs.module.css';

const sizes = { days: 86_400, hours: 3600, minutes: 60 } as const;
type Unit = keyof typeof sizes;

/** The largest unit that divides a duration exactly. */
export function unitOf(seconds: number): Unit {
  if (seconds % sizes.days === 0) return 'days';
  return seconds % sizes.hours === 0 ? 'hours' : 'minutes';
}

/** `PT90M` for 90 minutes; null if the amount is no whole number. */
export function toDuration(amount: string, unit: Unit): string | null {
  if (!/^\s*-?\d{1,9}\s*$/u.test(amount)) return null;
  const whole = Number(amount);
  const sign = whole < 0 ? '-' : '';
  const size = Math.abs(whole);
  return unit === 'days' ? `${sign}P${size}D` : `${sign}PT${size}${unit === 'hours' ? 'H' : 'M'}`;
}

/** Edits a duration as a number and a unit. */
export function DurationInput({
  value,
  onChange,
  label,
}: {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly label: string;
}) {
  const { words } = useWholeProduct();
  const seconds = value === null ? null : durationSeconds(value);
  const [unit, setUnit] = useState<Unit>(seconds === null || seconds === 0 ? 'hours' : unitOf(seconds));
  const [text, setText] = useState(seconds === null ? '' : String(seconds / sizes[unit]));
  return (
    <span className={styles['pair']}>
      <NumberField
        whole
        value={text}
        onValue={(next) => {
          setText(next);
          onChange(toDuration(next, unit));
        }}
      />
      <Select
        label={label}
        value={unit}
        onChange={(next) => {
          const chosen = (next ?? 'hours') as Unit;
          setUnit(chosen);
          onChange(toDuration(text, chosen));
        }}
        items={(Object.keys(sizes) as Unit[]).map((name) => ({ value: name, label: words[name] }))}
      />
    </span>
  );
}
