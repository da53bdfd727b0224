import type { ReactNode } from 'react';

/** An option of a Combobox. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** How the list displays the option; by default its label. */
  readonly look?: ReactNode;
}
