import type { Cone } from '../document/cone.ts';
import type { MoveLister } from '../steps/moves.ts';
import type { Stepper } from '../steps/stepper.ts';
import type { SmallWorld } from '../world/small-world.ts';

/** What a search needs to take its steps. */
export interface SearchParts {
  readonly world: SmallWorld;
  readonly stepper: Stepper;
  readonly lister: MoveLister;
  readonly cone: Cone;
  /** Groups of entities that are explored one at a time; see `componentsOf`. */
  readonly components?: readonly (readonly string[])[];
}
