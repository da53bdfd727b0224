import type { WorkshopAccess } from './access.ts';
import type { WorkshopData } from './data.ts';
import type { WorkshopDoor } from './door.ts';
import type { JobSteps } from './job-steps.ts';
import type { WorkshopRules } from './rules.ts';
import type { DeskSteps } from './steps.ts';
import type { WorkshopViews } from './views.ts';

/** The parts that calls share. */
export interface Company {
  readonly data: WorkshopData;
  readonly rules: WorkshopRules;
  readonly desk: DeskSteps;
  readonly jobs: JobSteps;
  readonly access: WorkshopAccess;
  readonly views: WorkshopViews;
  readonly door: WorkshopDoor;
}
