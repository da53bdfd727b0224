import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconBell } from '../../ui/late-icons.ts';
import { Drawer } from '../../ui/overlay/dialog.tsx';
import { formatNumber } from '../format.ts';
import { useWholeProduct } from '../product-context.ts';
import styles from './inbox.module.css';
import { InboxPanel } from './inbox-panel.tsx';

/** The engine counts no further (engine/messages/inbox.ts). */
const mostCounted = 99;

/**
 * The bell with the number of unread messages; it opens them. `named`: with its name, as a menu
 * line.
 */
export function InboxButton({ unread, named = false }: { readonly unread: number; readonly named?: boolean }) {
  const { words, locale } = useWholeProduct();
  const [open, setOpen] = useState(false);
  const count = unread > mostCounted ? `${formatNumber(mostCounted, locale)}+` : formatNumber(unread, locale);
  const label = unread === 0 ? words.inbox.title : words.inbox.unread(count);
  const number = unread === 0 ? null : <span className={styles['count']}>{count}</span>;
  const show = (): void => setOpen(true);
  return (
    <>
      {named ? (
        <button type="button" className={styles['line']} aria-label={label} aria-expanded={open} onClick={show}>
          <IconBell size={16} />
          <span className={styles['name']}>{words.inbox.title}</span>
          {number}
        </button>
      ) : (
        <span className={styles['bell']}>
          <IconButton label={label} icon={<IconBell size={18} />} aria-expanded={open} onClick={show} />
          {number}
        </span>
      )}
      <Drawer size="side" open={open} onClose={() => setOpen(false)} title={words.inbox.title}>
        {open ? <InboxPanel onClose={() => setOpen(false)} /> : null}
      </Drawer>
    </>
  );
}
