import { Dialog as Base } from '@base-ui/react/dialog';
import { type CSSProperties, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { IconX } from '../icons.ts';
import { useUi } from '../root/ui-context.ts';
import styles from './dialog.module.css';
import type { DialogProps, DrawerProps } from './dialog-types.ts';
import { focusedElement, returnFocus } from './return-focus.ts';

const focusable = 'input:not([tabindex="-1"]), textarea, select, button:not([tabindex="-1"]), a[href]';

/**
 * Returns the focus to the element that had it if the dialog is unmounted while it is open, as
 * closing it does.
 */
function useFocusBack(open: boolean): void {
  const state = useRef<{ readonly open: boolean; readonly before: HTMLElement | null }>({ open: false, before: null });
  if (open !== state.current.open) state.current = { open, before: open ? focusedElement() : null };
  useEffect(() => () => returnFocus(state.current.before), []);
}

/** Whether the focus is on an element outside `popup`. */
const hasLeft = (popup: HTMLElement | null): boolean =>
  document.activeElement !== document.body && popup?.contains(document.activeElement) !== true;

export function DialogPopup({
  open,
  onClose,
  title,
  description,
  width = 480,
  keepOpen = false,
  actions,
  initialFocus,
  focusAfter,
  children,
}: DialogProps) {
  const { layer, words } = useUi();
  const popup = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useFocusBack(open);
  // Focus the first field, else the first button; the close button in the corner comes last.
  const firstInside = (): HTMLElement | boolean => content.current?.querySelector<HTMLElement>(focusable) ?? true;
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} modal="trap-focus" disablePointerDismissal={keepOpen}>
      <Base.Portal container={layer}>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Viewport className={styles['viewport']}>
          <Base.Popup
            ref={popup}
            className={styles['popup']}
            style={{ '--dialog-width': `${width}px` } as CSSProperties}
            initialFocus={initialFocus ?? firstInside}
            finalFocus={focusAfter === undefined ? true : () => !hasLeft(popup.current) && focusAfter()}
          >
            <div className={styles['head']}>
              <Base.Title className={styles['title']}>{title}</Base.Title>
              <Base.Close render={<IconButton label={words.closeDialog} icon={<IconX size={16} />} />} />
            </div>
            {description === undefined ? null : <Base.Description className={styles['description']}>{description}</Base.Description>}
            <div ref={content}>
              {children === undefined ? null : <div className={styles['body']}>{children}</div>}
              {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export function DrawerPopup({ open, onClose, title, size = 'menu', children }: DrawerProps) {
  const { layer } = useUi();
  useFocusBack(open);
  const content = useRef<HTMLDivElement>(null);
  const firstInside = (): HTMLElement | boolean => content.current?.querySelector<HTMLElement>(focusable) ?? true;
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} modal="trap-focus">
      <Base.Portal container={layer}>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup
          ref={content}
          initialFocus={firstInside}
          className={cx(styles['drawer'], size !== 'menu' && styles['end'], size === 'wide' && styles['wide'])}
          aria-label={title}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
