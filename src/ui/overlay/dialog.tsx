import { useState } from 'react';
import { onDemand } from '../../base/on-demand.ts';
import { useOnDemand } from '../on-demand.ts';
import type { DialogProps, DrawerProps } from './dialog-types.ts';

const popupCode = onDemand(async () => await import('./dialog-popup.tsx'));

/** Loads the code of dialogs before the first one opens. */
export const preloadDialogs = async (): Promise<void> => {
  await popupCode.load();
};

function usePopups({ open, onClose }: Pick<DialogProps, 'open' | 'onClose'>) {
  // Keep it mounted after the first opening, so that it can fade out.
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  return useOnDemand(popupCode, open || used, () => {
    setUsed(false);
    onClose();
  });
}

/**
 * A dialog inside its <UiRoot>: focus stays in it, and Escape closes it. The rest of the page (the
 * editor beside a product) stays usable.
 */
export function Dialog(props: DialogProps) {
  const popups = usePopups(props);
  return popups ? <popups.DialogPopup {...props} /> : null;
}

/** A panel that slides in from the side. */
export function Drawer(props: DrawerProps) {
  const popups = usePopups(props);
  return popups ? <popups.DrawerPopup {...props} /> : null;
}
