import type { VetAccess } from './access.ts';
import type { AnimalSteps } from './animal-steps.ts';
import type { VetData } from './data.ts';
import type { VetDoor } from './door.ts';
import type { InvoiceSteps } from './invoice-steps.ts';
import type { ItemSteps } from './item-steps.ts';
import type { VetRules } from './rules.ts';
import type { VetViews } from './views.ts';
import type { VisitSteps } from './visit-steps.ts';

/** The parts that calls share. */
export interface Practice {
  readonly data: VetData;
  readonly rules: VetRules;
  readonly onAnimal: AnimalSteps;
  readonly onVisit: VisitSteps;
  readonly onItem: ItemSteps;
  readonly onInvoice: InvoiceSteps;
  readonly access: VetAccess;
  readonly views: VetViews;
  readonly door: VetDoor;
}
