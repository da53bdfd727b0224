import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import styles from './side-panel.module.css';

/** A diagram with the panel of the selected part beside it, or below it if space is limited. */
export function WithPanel({ children, panel }: { readonly children: ReactNode; readonly panel: ReactNode }) {
  return (
    <div className={styles['room']}>
      <div className={styles['both']}>
        <div className={styles['main']}>{children}</div>
        {panel}
      </div>
    </div>
  );
}

/**
 * The selected part and its actions. `focus`: moves the focus here, for people who use the
 * keyboard.
 */
export function SidePanel({
  title,
  kind,
  onClose,
  focus = false,
  children,
}: {
  readonly title: string;
  readonly kind: string;
  readonly onClose: () => void;
  readonly focus?: boolean;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <aside
      className={styles['panel']}
      aria-label={`${kind} ${title}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={styles['head']}>
        <h3 className={styles['title']} tabIndex={-1} ref={heading}>
          <span className={styles['kind']}>{kind}</span>
          {title}
        </h3>
        <IconButton size="small" label="Close" icon={<IconX size={16} />} onClick={onClose} />
      </div>
      <div className={styles['content']}>{children}</div>
    </aside>
  );
}
