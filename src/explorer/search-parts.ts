import type { Cone } from './cone.ts';
import type { MoveLister } from './moves.ts';
import type { SmallWorld } from './small-world.ts';
import type { Stepper } from './stepper.ts';

/** What a search needs to take its steps. */
export interface SearchParts {
  readonly world: SmallWorld;
  readonly stepper: Stepper;
  readonly lister: MoveLister;
  readonly cone: Cone;
  /** Groups of entities that are explored one at a time; see `componentsOf`. */
  readonly components?: readonly (readonly string[])[];
}
