import type { ReactNode } from 'react';

/** Something to choose in a Combobox. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** How it looks in the list; its label when left out. */
  readonly look?: ReactNode;
}
