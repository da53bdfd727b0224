import type { KennelAccess } from './access.ts';
import type { KennelData } from './data.ts';
import type { KennelDoor } from './door.ts';
import type { KennelRules } from './rules.ts';
import type { KennelSteps } from './steps.ts';
import type { KennelViews } from './views.ts';

/** The parts that calls share. */
export interface Kennels {
  readonly data: KennelData;
  readonly rules: KennelRules;
  readonly steps: KennelSteps;
  readonly access: KennelAccess;
  readonly views: KennelViews;
  readonly door: KennelDoor;
}
