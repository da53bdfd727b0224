import { Select as Base } from '@base-ui/react/select';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconCheck, IconSelector } from '../icons.ts';
import floating from '../overlay/floating.module.css';
import { OpenGuards } from '../overlay/open-guards.tsx';
import { useUi } from '../root/ui-context.ts';
import input from './input.module.css';
import styles from './select.module.css';

export interface SelectItem {
  readonly value: string;
  readonly label: ReactNode;
}

/**
 * Selects one of a fixed list of options. `optional` adds a first item that clears the selection.
 */
export function Select({
  value,
  onChange,
  items,
  optional = false,
  placeholder,
  label,
}: {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly items: readonly SelectItem[];
  readonly optional?: boolean;
  readonly placeholder?: string;
  readonly label?: string;
}) {
  const { layer, words } = useUi();
  const chosen = items.find((item) => item.value === value);
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next)} modal={false}>
      <Base.Trigger aria-label={label} className={cx(input['input'], styles['trigger'])}>
        <Base.Value className={styles['value']}>{() => (chosen ? chosen.label : (placeholder ?? words.choose))}</Base.Value>
        <Base.Icon className={styles['icon']}>
          <IconSelector size={16} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={layer}>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} collisionPadding={8} className={floating['positioner']}>
          <Base.Popup className={floating['popup']}>
            <OpenGuards />
            {optional ? <Item value={null} label={words.none} /> : null}
            {items.map((item) => (
              <Item key={item.value} value={item.value} label={item.label} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Item({ value, label }: { readonly value: string | null; readonly label: ReactNode }) {
  return (
    <Base.Item value={value} className={floating['item']}>
      <Base.ItemText className={floating['itemText']}>{label}</Base.ItemText>
      <Base.ItemIndicator className={floating['check']}>
        <IconCheck size={16} />
      </Base.ItemIndicator>
    </Base.Item>
  );
}
