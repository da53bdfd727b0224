import type { ToolAccess } from './access.ts';
import type { ToolData } from './data.ts';
import type { ToolDoor } from './door.ts';
import type { FleetSteps } from './fleet-steps.ts';
import type { HireSteps } from './hire-steps.ts';
import type { InvoiceSteps } from './invoice-steps.ts';
import type { ToolRules } from './rules.ts';
import type { ToolViews } from './views.ts';

/** The parts that calls share. */
export interface Company {
  readonly data: ToolData;
  readonly rules: ToolRules;
  readonly fleet: FleetSteps;
  readonly hires: HireSteps;
  readonly invoices: InvoiceSteps;
  readonly access: ToolAccess;
  readonly views: ToolViews;
  readonly door: ToolDoor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
