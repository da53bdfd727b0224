import type { SideBySide } from '../answers/side-by-side.ts';
import type { Persona, Planned } from '../plan/planned.ts';
import type { Made, Node } from '../plan/situations.ts';
import { passesTime } from '../plan/waits.ts';
import type { Origins } from '../values/origins.ts';
import type { Crew } from './crew.ts';
import { FormerPlaces, type Resumed } from './former-places.ts';
import type { Sender } from './sender.ts';
import type { Place } from './ways.ts';

interface BeginningsParts {
  readonly side: SideBySide;
  readonly people: readonly Persona[];
  readonly sender: Sender;
  readonly crew: Crew;
  readonly origins: Origins;
  readonly keyOf: (made: Made) => string;
  /** Describes what a reset puts back: examples that situations tell apart, and people. */
  readonly givenKey: () => string;
  /** Ends the run for these reasons. */
  readonly end: (why: readonly string[]) => void;
}

/** Begins ways: with the people and records that are there, with new people, or after a reset. */
export class Beginnings {
  readonly #parts: BeginningsParts;
  readonly #formerPlaces: FormerPlaces;
  /** Whether the people may differ from when they signed up, so that new ones must sign up. */
  #isSpoilt = false;
  /** Whether what earlier ways left behind is in the way, so that the next one needs a reset. */
  #isObstructing = false;
  #passed = 0;
  /** The examples at the start. */
  #given: string | null = null;

  constructor(parts: BeginningsParts) {
    this.#parts = parts;
    this.#formerPlaces = new FormerPlaces(parts);
  }

  /** How much time had passed when the current way began. */
  get passed(): number {
    return this.#passed;
  }

  /** Notes that an account has taken the place of one of the people. */
  noteReplaced(): void {
    this.#isSpoilt = true;
  }

  /** Notes that the people and records so far are in the way of what follows. */
  obstruct(): void {
    this.#isSpoilt = this.#isObstructing = true;
  }

  /** Marks the way as diverged: neither its data nor its people are as the document expects. */
  spoil(): void {
    this.#parts.origins.spoil();
    this.#formerPlaces.clear();
    this.obstruct();
  }

  /** The place of a new way, without a reset or new people. */
  at(node: Node): Place {
    this.#parts.origins.next();
    this.#passed = this.#parts.side.oracle.passed();
    if (this.#parts.side.hasReset) this.#given ??= this.#parts.givenKey();
    return { made: new Map(), node, since: [] };
  }

  /** Starts a new way; null if the implementation could not be reset. */
  async begin(node: Node, to: Node, renews: 'changed' | 'decisive' = 'decisive'): Promise<Place | null> {
    const { side, sender, crew, end, givenKey } = this.#parts;
    // Ways on which time passes can begin later, as without a reset.
    const isLater = side.oracle.passed() > 0 && !passesTime(to.path);
    const isChanged = this.#given !== null && this.#given !== givenKey();
    const isNeeded = this.#isObstructing || renews === 'changed' || isLater || isChanged || sender.repeats.areTooMany(to.path);
    if (!side.hasReset || !isNeeded) {
      const place = this.at(node);
      await crew.renew(this.#isSpoilt ? 'always' : renews);
      this.#isSpoilt = false;
      return place;
    }
    const why = await side.restart();
    sender.repeats.restart();
    this.#formerPlaces.clear();
    const place = this.at(node);
    const missing = why === null ? await crew.findAgain() : [why];
    this.#isSpoilt = this.#isObstructing = false;
    if (missing.length > 0) end(missing);
    return missing.length === 0 ? place : null;
  }

  /** Notes where the first requests of a way have led. */
  note(path: readonly Planned[], place: Place): void {
    this.#formerPlaces.note(path, place, { way: this.#parts.origins.way, began: this.#passed });
  }

  /** An earlier way that the one to a situation goes on with; null if there is none. */
  former(node: Node, open: readonly Planned[]): Resumed | null {
    const former = this.#isSpoilt || this.#isObstructing ? null : this.#formerPlaces.nearest(node, open);
    if (former === null) return null;
    this.#parts.origins.resume(former.way);
    this.#passed = former.began;
    return former;
  }
}
