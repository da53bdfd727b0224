import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './floating.module.css';
import { IconCheck } from './icons.ts';
import { useUi } from './ui-context.ts';

/** A menu under its trigger (a button of the kit). Its children are the items below. */
export function Menu({
  trigger,
  align = 'start',
  side = 'bottom',
  onOpenChange,
  children,
}: {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}) {
  const { layer } = useUi();
  return (
    <Base.Root modal={false} {...(onOpenChange ? { onOpenChange: (open: boolean) => onOpenChange(open) } : {})}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={layer}>
        <Base.Positioner sideOffset={4} align={align} side={side} collisionPadding={8} className={styles['positioner']}>
          <Base.Popup className={styles['popup']}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  icon,
  danger,
  unavailable,
  onSelect,
  children,
}: {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** Why it cannot be chosen now; it can still be reached, and says so below its name. */
  readonly unavailable?: string | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  const off = unavailable !== undefined;
  return (
    <Base.Item
      className={cx(styles['item'], danger && styles['danger'])}
      aria-disabled={off || undefined}
      closeOnClick={!off}
      onClick={off ? undefined : onSelect}
    >
      {icon}
      <span className={styles['itemText']}>
        {children}
        {off ? <span className={styles['itemNote']}>{unavailable}</span> : null}
      </span>
    </Base.Item>
  );
}

const mark = (
  <span className={styles['check']}>
    <IconCheck size={16} />
  </span>
);

/** One of several that may be on together; the menu stays open. */
export function MenuCheckbox({
  checked,
  onChange,
  children,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <Base.CheckboxItem className={styles['item']} checked={checked} onCheckedChange={(value) => onChange(value)} closeOnClick={false}>
      <span className={styles['itemText']}>{children}</span>
      {checked ? mark : <span className={styles['check']} />}
    </Base.CheckboxItem>
  );
}

/** One of several of which one is on. `value` is compared as text. */
export function MenuRadios({
  value,
  onChange,
  items,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly items: readonly { readonly value: string; readonly label: ReactNode }[];
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: string) => onChange(next)}>
      {items.map((item) => (
        <Base.RadioItem key={item.value} value={item.value} className={styles['item']} closeOnClick>
          <span className={styles['itemText']}>{item.label}</span>
          {item.value === value ? mark : <span className={styles['check']} />}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export function MenuGroup({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles['group']}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export const MenuSeparator = () => <Base.Separator className={styles['separator']} />;
