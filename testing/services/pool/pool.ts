import type { PoolAccess } from './access.ts';
import type { CourseSteps } from './course-steps.ts';
import type { PoolData } from './data.ts';
import type { PoolDoor } from './door.ts';
import type { PoolFigures } from './figures.ts';
import type { PoolRules } from './rules.ts';
import type { PoolSteps } from './steps.ts';
import type { PoolViews } from './views.ts';

/** The parts that calls share. */
export interface Pool {
  readonly data: PoolData;
  readonly figures: PoolFigures;
  readonly rules: PoolRules;
  readonly steps: PoolSteps;
  readonly courses: CourseSteps;
  readonly access: PoolAccess;
  readonly views: PoolViews;
  readonly door: PoolDoor;
}
