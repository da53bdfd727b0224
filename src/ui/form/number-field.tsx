import { Input } from '@base-ui/react/input';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconMinus, IconPlus } from '../icons.ts';
import { useUi } from '../root/ui-context.ts';
import styles from './input.module.css';

/**
 * Adds whole steps to a decimal number in text form, exactly (no binary floating point). Starts at
 * 0 if the text is not a number.
 */
export function addSteps(text: string, by: number): string {
  const match = /^\s*([+-]?)(\d*)(?:\.(\d*))?\s*$/.exec(text);
  if (!match || (match[2] === '' && !match[3])) return String(by);
  const places = match[3]?.length ?? 0;
  const scaled = BigInt(`${match[1]}${match[2] || '0'}${match[3] ?? ''}`) + BigInt(by) * 10n ** BigInt(places);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0');
  const whole = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return scaled < 0n ? `-${whole}` : whole;
}

/**
 * A number as text: exact at any size; the arrow keys change it by one. Keeps the input as typed;
 * the form checks whether it is a number.
 */
export function NumberField({
  value,
  onValue,
  whole = false,
  lead,
  steppers = true,
  className,
  style,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Accepts only integers, so that a phone's keyboard shows no decimal point. */
  readonly whole?: boolean;
  /** A currency or a unit. */
  readonly lead?: ReactNode;
  readonly steppers?: boolean;
}) {
  const { words } = useUi();
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    onValue(addSteps(value, event.shiftKey ? by * 10 : by));
  };
  const stepper = (by: number, label: string, icon: ReactNode): ReactNode => (
    <button type="button" tabIndex={-1} aria-label={label} className={styles['stepper']} onClick={() => onValue(addSteps(value, by))}>
      {icon}
    </button>
  );
  return (
    <span className={styles['group']} style={style}>
      {lead === undefined ? null : <span className={styles['lead']}>{lead}</span>}
      <Input
        {...rest}
        inputMode={whole ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={value}
        onValueChange={(next) => onValue(next)}
        onKeyDown={keys}
        className={cx(styles['input'], styles['number'], className)}
        style={{ paddingInlineStart: lead === undefined ? undefined : 44, paddingInlineEnd: steppers ? 60 : undefined }}
      />
      {steppers ? (
        <span className={styles['trail']}>
          {stepper(-1, words.decrease, <IconMinus size={14} />)}
          {stepper(1, words.increase, <IconPlus size={14} />)}
        </span>
      ) : null}
    </span>
  );
}
