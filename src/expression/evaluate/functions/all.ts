import { conversions } from './conversions.ts';
import type { Implementation } from './implementation.ts';
import { listFunctions } from './lists.ts';
import { momentFunctions } from './moments.ts';
import { textFunctions } from './text.ts';

/** What every function of `signatures.ts` does; a test keeps the two complete. */
export const implementations: ReadonlyMap<string, Implementation> = new Map(
  Object.entries({ ...textFunctions, ...listFunctions, ...momentFunctions, ...conversions }),
);
