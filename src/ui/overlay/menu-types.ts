import type { ComponentType, ReactNode, RefObject } from 'react';

export interface PopupProps {
  readonly anchor: RefObject<HTMLElement | null>;
  /** Where in the window the menu opens instead of at its anchor: the position of a press. */
  readonly point?: { readonly x: number; readonly y: number } | null;
  readonly align: 'start' | 'center' | 'end';
  readonly side: 'top' | 'bottom' | 'left' | 'right';
  readonly open: boolean;
  readonly byKeyboard: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export interface ItemProps {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** Why the item can't be chosen now. It stays reachable and shows the reason below its name. */
  readonly unavailable?: string | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export interface SubProps {
  readonly icon?: ReactNode;
  readonly label: ReactNode;
  readonly children: ReactNode;
}

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

export interface RadiosProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly items: readonly { readonly value: string; readonly label: ReactNode }[];
}

export interface GroupProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
}

/** The components of a menu, loaded when the first menu is about to open. */
export interface MenuPieces {
  readonly Popup: ComponentType<PopupProps>;
  readonly Item: ComponentType<ItemProps>;
  readonly Sub: ComponentType<SubProps>;
  readonly Checkbox: ComponentType<CheckboxProps>;
  readonly Radios: ComponentType<RadiosProps>;
  readonly Group: ComponentType<GroupProps>;
  readonly Separator: ComponentType;
}
