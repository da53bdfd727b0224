import type { BoxAccess } from './access.ts';
import type { BookingSteps } from './booking-steps.ts';
import type { BoxData } from './data.ts';
import type { BoxDoor } from './door.ts';
import type { Figures } from './figures.ts';
import type { BoxRules } from './rules.ts';
import type { BoxViews } from './views.ts';

/** The parts that calls share. */
export interface Theatre {
  readonly data: BoxData;
  readonly figures: Figures;
  readonly rules: BoxRules;
  readonly steps: BookingSteps;
  readonly access: BoxAccess;
  readonly views: BoxViews;
  readonly door: BoxDoor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
