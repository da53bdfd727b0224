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
}: {
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly items: readonly { readonly value: string; readonly label: ReactNode }[];
  readonly label?: string;
}) {
  return (
    <RadioGroup
      value={value}
      onValueChange={(next) => typeof next === 'string' && onChange(next)}
      aria-label={label}
      className={styles['segments']}
    >
      {items.map((item) => (
        // Within a field, an item is not the field: it is named by what stands in it.
        <Field.Item key={item.value} className={styles['item']}>
          <Radio.Root value={item.value} className={styles['segment']}>
            {item.label}
          </Radio.Root>
        </Field.Item>
      ))}
    </RadioGroup>
  );
}
