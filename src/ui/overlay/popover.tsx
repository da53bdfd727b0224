import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { onDemand } from '../../base/on-demand.ts';
import { useOnDemand } from '../on-demand.ts';
import { withTrigger } from './trigger.ts';

const popup = onDemand(async () => (await import('./popover-popup.tsx')).PopoverPopup);

/** A popup with arbitrary content below its trigger. */
export function Popover({
  trigger,
  title,
  align = 'start',
  begun = false,
  children,
}: {
  readonly trigger: ReactElement<Record<string, unknown>>;
  /** The accessible name. */
  readonly title: string;
  readonly align?: 'start' | 'center' | 'end';
  /** Whether the popover is open initially. */
  readonly begun?: boolean;
  /** The content; a function receives a callback that closes the popover. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}) {
  const anchor = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(begun);
  const [used, setUsed] = useState(begun);
  const Popup = useOnDemand(popup, used, () => {
    setUsed(false);
    setOpen(false);
  });
  const element = withTrigger(trigger, {
    ref: anchor,
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    'data-popup-open': open || undefined,
    onClick: () => {
      setUsed(true);
      setOpen(!open);
    },
  });
  return (
    <>
      {element}
      {Popup ? (
        <Popup anchor={anchor} title={title} align={align} open={open} onClose={() => setOpen(false)}>
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Popup>
      ) : null}
    </>
  );
}
