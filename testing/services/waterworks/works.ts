import type { WaterAccess } from './access.ts';
import type { BillSteps } from './bill-steps.ts';
import type { WaterData } from './data.ts';
import type { WaterDoor } from './door.ts';
import type { LeakSteps } from './leak-steps.ts';
import type { WaterRules } from './rules.ts';
import type { SupplySteps } from './supply-steps.ts';
import type { WaterViews } from './views.ts';

/** The parts that calls share. */
export interface Works {
  readonly data: WaterData;
  readonly rules: WaterRules;
  readonly supply: SupplySteps;
  readonly bills: BillSteps;
  readonly leaks: LeakSteps;
  readonly access: WaterAccess;
  readonly views: WaterViews;
  readonly door: WaterDoor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
