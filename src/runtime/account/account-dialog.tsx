import { Dialog } from '../../ui/overlay/dialog.tsx';
import { lazyPart } from '../lazy-part.ts';
import { useProduct } from '../product-context.ts';

/** Loaded on first use, since few people open their account often. */
const AccountPanel = lazyPart<{ readonly onClose: () => void }>(async () => (await import('./account-panel.tsx')).AccountPanel);

/** The password and the sessions of the person acting. */
export function AccountDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { words } = useProduct();
  return (
    <Dialog open={open} onClose={onClose} title={words.account.title} keepOpen>
      {open ? <AccountPanel onClose={onClose} /> : null}
    </Dialog>
  );
}
