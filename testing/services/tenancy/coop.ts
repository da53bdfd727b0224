import type { CoopAccess } from './access.ts';
import type { CoopData } from './data.ts';
import type { CoopDoor } from './door.ts';
import type { CoopRules } from './rules.ts';
import type { HomeSteps, TenantSteps } from './steps.ts';
import type { CoopViews } from './views.ts';

/** The parts that calls share. */
export interface Coop {
  readonly data: CoopData;
  readonly rules: CoopRules;
  readonly home: HomeSteps;
  readonly steps: TenantSteps;
  readonly access: CoopAccess;
  readonly views: CoopViews;
  readonly door: CoopDoor;
}
