import { Field } from '@base-ui/react/field';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import styles from './choice.module.css';

/** Selects one of a few options, all visible. A radio group: one tab stop, arrow keys inside. */
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
  /**
   * The control is inside a Field, so its items take their names from their own content instead of
   * the Field's label.
   */
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
