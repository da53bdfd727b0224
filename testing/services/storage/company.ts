import type { StorageAccess } from './access.ts';
import type { StorageData } from './data.ts';
import type { StorageDoor } from './door.ts';
import type { InvoiceSteps } from './invoice-steps.ts';
import type { RemovalSteps } from './removal-steps.ts';
import type { RentalSteps } from './rental-steps.ts';
import type { StorageRules } from './rules.ts';
import type { StorageViews } from './views.ts';

/** The parts that calls share. */
export interface Company {
  readonly data: StorageData;
  readonly rules: StorageRules;
  readonly removals: RemovalSteps;
  readonly rentals: RentalSteps;
  readonly invoices: InvoiceSteps;
  readonly access: StorageAccess;
  readonly views: StorageViews;
  readonly door: StorageDoor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
