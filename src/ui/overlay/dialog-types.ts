import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Pixels at most. */
  readonly width?: number;
  /** A press outside does not close it, because something is being written in it. */
  readonly keepOpen?: boolean;
  /** Buttons at its foot. */
  readonly actions?: ReactNode;
  /** What gets the focus; the first control inside when left out. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
}

export interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** `side`: at the end of the page; `wide`: there, with room for a screen. */
  readonly size?: 'menu' | 'side' | 'wide';
  readonly children: ReactNode;
}
