import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface TabItem {
  readonly value: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

/** A set of panels of which one is visible. The arrow keys move between tabs. */
export function Tabs({
  value,
  onChange,
  items,
  label,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly items: readonly TabItem[];
  readonly label?: string;
}) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List aria-label={label} activateOnFocus className={styles['list']}>
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} className={styles['tab']}>
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} tabIndex={-1} value={item.value} className={styles['panel']}>
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
