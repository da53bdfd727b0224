import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconBell } from '../../ui/icons.ts';
import { Drawer } from '../../ui/overlay/dialog.tsx';
import { formatNumber } from '../format.ts';
import { useProduct } from '../product-context.ts';
import styles from './inbox.module.css';
import { InboxPanel } from './inbox-panel.tsx';

/** More are not counted (engine/messages/inbox.ts). */
const mostCounted = 99;

/** The bell with the number of unread messages, and the messages behind it. */
export function InboxButton({ unread }: { readonly unread: number }) {
  const { words, locale } = useProduct();
  const [open, setOpen] = useState(false);
  const count = unread > mostCounted ? `${formatNumber(mostCounted, locale)}+` : formatNumber(unread, locale);
  return (
    <>
      <IconButton
        label={unread === 0 ? words.inbox.title : words.inbox.unread(count)}
        icon={
          <span className={styles['bell']}>
            <IconBell size={18} />
            {unread === 0 ? null : <span className={styles['count']}>{count}</span>}
          </span>
        }
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Drawer open={open} onClose={() => setOpen(false)} title={words.inbox.title}>
        {open ? <InboxPanel onFollow={() => setOpen(false)} /> : null}
      </Drawer>
    </>
  );
}
