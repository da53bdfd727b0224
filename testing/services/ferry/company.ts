import type { FerryAccess } from './access.ts';
import type { BookingSteps } from './booking-steps.ts';
import type { CrossingSteps } from './crossing-steps.ts';
import type { FerryData } from './data.ts';
import type { FerryDoor } from './door.ts';
import type { FerryRules } from './rules.ts';
import type { FerryViews } from './views.ts';

/** The parts that calls share. */
export interface Company {
  readonly data: FerryData;
  readonly rules: FerryRules;
  readonly bookings: BookingSteps;
  readonly crossings: CrossingSteps;
  readonly access: FerryAccess;
  readonly views: FerryViews;
  readonly door: FerryDoor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
