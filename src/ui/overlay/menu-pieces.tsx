import { Menu as Base } from '@base-ui/react/menu';
import { type RefObject, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import groupLabel from '../display/group-label.module.css';
import { IconCheck, IconChevronRight } from '../icons.ts';
import { useUi } from '../root/ui-context.ts';
import styles from './floating.module.css';
import type { CheckboxProps, GroupProps, ItemProps, MenuPieces, PopupProps, RadiosProps, SubProps } from './menu-types.ts';
import { OpenGuards } from './open-guards.tsx';
import { mayClose } from './outside-press.ts';

/**
 * Selects the first item of a menu that was opened by keyboard, as if the down arrow had been
 * pressed in it.
 */
function TakeFirst({ popup }: { readonly popup: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    // The menu takes the focus one frame after it is drawn.
    const frame = requestAnimationFrame(() =>
      popup.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })),
    );
    return () => cancelAnimationFrame(frame);
  }, [popup]);
  return null;
}

/** True if the selected item moved the focus to a place of its own, where it must stay. */
function isTaken(): boolean {
  const { activeElement: active, body } = document;
  if (active === null || active === body) return false;
  // A dialog that the item opened is in a portal too.
  return (
    active.closest('[role="dialog"]') !== null ||
    active.closest('[role="menu"], [data-base-ui-portal], [data-base-ui-focus-guard]') === null
  );
}

/** The popup of a menu, below an anchor that is not part of the menu. */
function Popup({ anchor, point = null, align, side, open, byKeyboard, onClose, children }: PopupProps) {
  const { layer } = useUi();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next, change) => !next && mayClose(change, anchor) && onClose()} modal={false}>
      <Base.Portal container={layer}>
        <Base.Positioner
          anchor={point === null ? anchor : { getBoundingClientRect: () => DOMRect.fromRect(point) }}
          sideOffset={4}
          align={align}
          side={side}
          collisionPadding={8}
          className={styles['positioner']}
        >
          <Base.Popup ref={popup} finalFocus={() => (isTaken() ? false : anchor.current)} className={styles['popup']}>
            <OpenGuards />
            {byKeyboard ? <TakeFirst popup={popup} /> : null}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Item({ icon, danger, unavailable, onSelect, children }: ItemProps) {
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

/** An item that opens a submenu beside it. */
function Sub({ icon, label, children }: SubProps) {
  const { layer } = useUi();
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={styles['item']}>
        {icon}
        <span className={styles['itemText']}>{label}</span>
        <span className={styles['check']}>
          <IconChevronRight size={16} />
        </span>
      </Base.SubmenuTrigger>
      <Base.Portal container={layer}>
        <Base.Positioner sideOffset={4} alignOffset={-4} collisionPadding={8} className={styles['positioner']}>
          <Base.Popup className={styles['popup']}>
            <OpenGuards />
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

const mark = (
  <span className={styles['check']}>
    <IconCheck size={16} />
  </span>
);

/** One of several options that can be on at the same time; the menu stays open. */
function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <Base.CheckboxItem className={styles['item']} checked={checked} onCheckedChange={(value) => onChange(value)} closeOnClick={false}>
      <span className={styles['itemText']}>{children}</span>
      {checked ? mark : <span className={styles['check']} />}
    </Base.CheckboxItem>
  );
}

/** A group of options of which exactly one is on. `value` is compared as text. */
function Radios({ value, onChange, items }: RadiosProps) {
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

function Group({ label, children }: GroupProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className={groupLabel['label']}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

const Separator = () => <Base.Separator className={styles['separator']} />;

export const menuPieces: MenuPieces = { Popup, Item, Sub, Checkbox, Radios, Group, Separator };
