import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Maximum width in pixels. */
  readonly width?: number;
  /** A press outside does not close the dialog, because it may contain unsaved input. */
  readonly keepOpen?: boolean;
  /** Buttons in the footer. */
  readonly actions?: ReactNode;
  /** The element to focus first; by default the first control inside. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Returns the element that gets the focus after closing; by default the one that had it. */
  readonly focusAfter?: () => HTMLElement | null;
  readonly children?: ReactNode;
}

export interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** `side`: at the end side of the page; `wide`: the same, wide enough for a whole screen. */
  readonly size?: 'menu' | 'side' | 'wide';
  readonly children: ReactNode;
}
