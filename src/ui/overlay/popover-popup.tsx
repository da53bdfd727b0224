import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { cx } from '../cx.ts';
import { useUi } from '../root/ui-context.ts';
import floating from './floating.module.css';
import { OpenGuards } from './open-guards.tsx';
import { mayClose } from './outside-press.ts';
import styles from './popover.module.css';

export interface PopoverPopupProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly title: string;
  readonly align: 'start' | 'center' | 'end';
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function PopoverPopup({ anchor, title, align, open, onClose, children }: PopoverPopupProps) {
  const { layer } = useUi();
  return (
    <Base.Root open={open} onOpenChange={(next, change) => !next && mayClose(change, anchor) && onClose()}>
      <Base.Portal container={layer}>
        <Base.Positioner anchor={anchor} sideOffset={4} align={align} collisionPadding={8} className={floating['positioner']}>
          <Base.Popup aria-label={title} finalFocus={anchor} className={cx(floating['popup'], styles['popup'])}>
            <OpenGuards />
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
