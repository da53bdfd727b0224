import type { Order, Paper, Person, Press, PrintData } from './data.ts';
import type { PrintDoor } from './door.ts';
import type { Has } from './faults.ts';
import type { PrintLists } from './lists.ts';
import type { PrintRules } from './rules.ts';
import type { PrintSteps } from './steps.ts';
import type { PrintViews } from './views.ts';

/** What the calls of the printing works share. */
export interface Works {
  readonly data: PrintData;
  readonly rules: PrintRules;
  readonly steps: PrintSteps;
  readonly views: PrintViews;
  readonly lists: PrintLists;
  readonly door: PrintDoor;
  readonly has: Has;
  readonly personOf: (number: string, me: Person) => Person;
  readonly paperOf: (code: string, me: Person | null) => Paper;
  readonly pressOf: (code: string) => Press;
  /** `lax`: a fault that lets people find what they may not see. */
  readonly orderOf: (number: string, me: Person, lax?: boolean) => Order;
}
