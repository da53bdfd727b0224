import { createContext, type KeyboardEvent, type ReactElement, type ReactNode, useContext, useRef, useState } from 'react';
import { onDemand } from '../../base/on-demand.ts';
import { useOnDemand } from '../on-demand.ts';
import type { CheckboxProps, GroupProps, ItemProps, MenuPieces, PopupProps, RadiosProps, SubProps } from './menu-types.ts';
import { withTrigger } from './trigger.ts';

/** The menu code loads when the first trigger is pointed at or focused, not with the page. */
const pieces = onDemand(async () => (await import('./menu-pieces.tsx')).menuPieces);
const Pieces = createContext<MenuPieces | null>(null);

/** A menu below its trigger (a button of the kit). Its children are the menu items. */
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
  const anchor = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<'pointer' | 'keyboard' | null>(null);
  const [used, setUsed] = useState(false);
  const loaded = useOnDemand(pieces, used, () => {
    setUsed(false);
    set(null);
  });
  const set = (next: 'pointer' | 'keyboard' | null): void => {
    setOpen(next);
    if (next !== null) setUsed(true);
    if ((next !== null) !== (open !== null)) onOpenChange?.(next !== null);
  };
  const soon = (): void => void pieces.load().catch(() => undefined);
  const element = withTrigger(trigger, {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open !== null,
    'data-popup-open': open !== null || undefined,
    onPointerEnter: soon,
    onFocus: soon,
    onClick: (event: { readonly detail: number }) => {
      set(open !== null ? null : event.detail === 0 ? 'keyboard' : 'pointer');
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      set('keyboard');
    },
  });
  return (
    <>
      {element}
      {loaded ? (
        <loaded.Popup
          anchor={anchor}
          align={align}
          side={side}
          open={open !== null}
          byKeyboard={open === 'keyboard'}
          onClose={() => set(null)}
        >
          <Pieces value={loaded}>{children}</Pieces>
        </loaded.Popup>
      ) : null}
    </>
  );
}

/**
 * A menu at an element or a point, opened by the component that owns it, so that all rows of a
 * table can share one.
 */
export function MenuAt({
  open,
  onClose,
  anchor,
  point = null,
  byKeyboard,
  children,
}: Pick<PopupProps, 'open' | 'onClose' | 'anchor' | 'point' | 'byKeyboard' | 'children'>) {
  const loaded = useOnDemand(pieces, open, onClose);
  const [used, setUsed] = useState<MenuPieces | null>(null);
  if (loaded !== null && used === null) setUsed(loaded);
  return used === null ? null : (
    <used.Popup anchor={anchor} point={point} align="start" side="bottom" open={open} byKeyboard={byKeyboard} onClose={onClose}>
      <Pieces value={used}>{children}</Pieces>
    </used.Popup>
  );
}

export function MenuItem(props: ItemProps) {
  const loaded = useContext(Pieces);
  return loaded ? <loaded.Item {...props} /> : null;
}

/** An item that opens a submenu; its children are the items of the submenu. */
export function MenuSub(props: SubProps) {
  const loaded = useContext(Pieces);
  return loaded ? <loaded.Sub {...props} /> : null;
}

/** One of several options that can be on at the same time; the menu stays open. */
export function MenuCheckbox(props: CheckboxProps) {
  const loaded = useContext(Pieces);
  return loaded ? <loaded.Checkbox {...props} /> : null;
}

/** A group of options of which exactly one is on. `value` is compared as text. */
export function MenuRadios(props: RadiosProps) {
  const loaded = useContext(Pieces);
  return loaded ? <loaded.Radios {...props} /> : null;
}

export function MenuGroup(props: GroupProps) {
  const loaded = useContext(Pieces);
  return loaded ? <loaded.Group {...props} /> : null;
}

export function MenuSeparator() {
  const loaded = useContext(Pieces);
  return loaded ? <loaded.Separator /> : null;
}
