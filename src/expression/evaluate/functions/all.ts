import { conversions } from './conversions.ts';
import type { Implementation } from './implementation.ts';
import { listFunctions } from './lists.ts';
import { momentFunctions } from './moments.ts';
import { textFunctions } from './text.ts';

/** The implementations of all functions in `signatures.ts`; a test checks that none is missing. */
export const implementations: ReadonlyMap<string, Implementation> = new Map(
  Object.entries({ ...textFunctions, ...listFunctions, ...momentFunctions, ...conversions }),
);
