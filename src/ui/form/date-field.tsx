import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/**
 * A date (`2026-01-31`), a time (`09:30`) or both (`2026-01-31T09:30`) in the browser's native
 * input, which displays it in the reader's own format.
 */
export function DateField({
  kind,
  value,
  onValue,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onValue'> & {
  readonly kind: 'date' | 'time' | 'datetime';
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <TextField
      {...rest}
      type={kind === 'datetime' ? 'datetime-local' : kind}
      value={value}
      onValue={onValue}
      style={{ maxWidth: kind === 'time' ? 140 : 240 }}
    />
  );
}
