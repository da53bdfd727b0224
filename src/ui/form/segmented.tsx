import { Field } from '@base-ui/react/field';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import styles from './choice.module.css';

/** One of a few, all in sight. A radio group: one tab stop, arrow keys inside. */
export function Segmented({
  value,
  onChange,
  items,
  label,
  inField = false,
}: {
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly items: readonly { readonly value: string; readonly label: ReactNode }[];
  readonly label?: string;
  /** Is in a Field: then an item is not the field, and is named by what is in it. */
  readonly inField?: boolean;
}) {
  return (
    <RadioGroup
      value={value}
      onValueChange={(next) => typeof next === 'string' && onChange(next)}
      aria-label={label}
      className={styles['segments']}
    >
      {items.map((item) => {
        const radio = (
          <Radio.Root key={item.value} value={item.value} className={styles['segment']}>
            {item.label}
          </Radio.Root>
        );
        return inField ? (
          <Field.Item key={item.value} className={styles['item']}>
            {radio}
          </Field.Item>
        ) : (
          radio
        );
      })}
    </RadioGroup>
  );
}
