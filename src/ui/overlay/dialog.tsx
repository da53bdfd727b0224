import { useState } from 'react';
import { onDemand } from '../../base/on-demand.ts';
import { useOnDemand } from '../on-demand.ts';
import type { DialogProps, DrawerProps } from './dialog-types.ts';

const popups = onDemand(async () => await import('./dialog-popup.tsx'));

/** Fetches what dialogs need before the first one opens. */
export const preloadDialogs = async (): Promise<void> => {
  await popups.load();
};

function usePopups({ open, onClose }: Pick<DialogProps, 'open' | 'onClose'>) {
  // It stays once it was open, so that it can fade out.
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  return useOnDemand(popups, open || used, () => {
    setUsed(false);
    onClose();
  });
}

/**
 * Asks for attention inside its <UiRoot>: focus stays in it, Escape closes it. The rest of the page
 * (the editor beside a product) can still be used.
 */
export function Dialog(props: DialogProps) {
  const come = usePopups(props);
  return come ? <come.DialogPopup {...props} /> : null;
}

/** A panel from the side. */
export function Drawer(props: DrawerProps) {
  const come = usePopups(props);
  return come ? <come.DrawerPopup {...props} /> : null;
}
