import { refuse } from '../hand-written.ts';
import type { PaperAccess } from './access.ts';
import type { PaperData } from './data.ts';
import type { PaperDoor } from './door.ts';
import type { Figures } from './figures.ts';
import type { PaperRules } from './rules.ts';
import type { PaperViews } from './views.ts';

/** The parts that calls share. */
export interface Paper {
  readonly data: PaperData;
  readonly figures: Figures;
  readonly rules: PaperRules;
  readonly access: PaperAccess;
  readonly views: PaperViews;
  readonly door: PaperDoor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Goes on only where there is a transition from the state. */
export const from = (isThere: boolean): void => {
  if (!isThere) refuse(409, 'CONFLICT');
};
