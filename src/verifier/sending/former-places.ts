import type { SideBySide } from '../answers/side-by-side.ts';
import type { Persona, Planned } from '../plan/planned.ts';
import { type Made, type Node, outcomeOf } from '../plan/situations.ts';
import type { Sender } from './sender.ts';
import type { Place } from './ways.ts';

interface Former {
  readonly place: Place;
  readonly path: readonly Planned[];
  /** The number of the way, and how much time had passed when it began. */
  readonly way: number;
  readonly began: number;
  /** How much time had passed here. */
  readonly passed: number;
  readonly accounts: string;
  /** The records of the way as they were. */
  readonly records: readonly unknown[];
}

interface FormerPlacesParts {
  readonly side: SideBySide;
  readonly people: readonly Persona[];
  readonly sender: Sender;
  readonly keyOf: (made: Made) => string;
}

/** Where a way goes on that began earlier, and the requests left. */
export interface Resumed extends Pick<Former, 'place' | 'way' | 'began'> {
  readonly rest: readonly Planned[];
}

/**
 * The places that earlier ways led to. Many ways begin alike: another one goes on from the furthest
 * place whose records nothing has changed since, instead of making them again.
 */
export class FormerPlaces {
  readonly #parts: FormerPlacesParts;
  /** The last place that each request of the plan led to. */
  readonly #known = new Map<Planned, Former>();

  constructor(parts: FormerPlacesParts) {
    this.#parts = parts;
  }

  clear(): void {
    this.#known.clear();
  }

  /** Notes where the first requests of a way have led. */
  note(path: readonly Planned[], place: Place, { way, began }: Pick<Former, 'way' | 'began'>): void {
    const last = path.at(-1);
    const passed = this.#parts.side.oracle.passed();
    if (last !== undefined)
      this.#known.set(last, { place, path, way, began, passed, accounts: this.#accounts, records: this.#recordsOf(place.made) });
  }

  /** From where the fewest requests lead to the situation, where `open` end as planned. */
  nearest(node: Node, open: readonly Planned[]): Resumed | null {
    const { sender, keyOf } = this.#parts;
    for (let count = node.path.length; count > 0; count--) {
      const former = this.#known.get(node.path[count - 1] as Planned);
      if (former === undefined || !this.#isIntact(former) || former.path.some((step, index) => step !== node.path[index])) continue;
      const rest = node.path.slice(count);
      let isThere = false;
      sender.accepted(rest, former.place, (made) => {
        isThere = (node.isNamed === true || keyOf(made) === node.key) && open.every((one) => this.#isAsPlanned(one, made));
      });
      if (isThere) return { ...former, rest };
    }
    return null;
  }

  #isAsPlanned(planned: Planned, made: Made): boolean {
    const { side, sender } = this.#parts;
    const answer = planned.outcome === undefined ? null : side.oracle.tried(() => sender.answerAhead(planned, made));
    return answer === null || outcomeOf(answer) === planned.outcome;
  }

  #isIntact({ place, passed, accounts, records }: Former): boolean {
    const now = this.#recordsOf(place.made);
    return passed === this.#parts.side.oracle.passed() && accounts === this.#accounts && records.every((one, index) => one === now[index]);
  }

  get #accounts(): string {
    return this.#parts.people.map(({ account }) => account).join();
  }

  #recordsOf(made: Made): readonly unknown[] {
    const { oracle } = this.#parts.side;
    return [...made].flatMap(([entity, ids]) => ids.map((id) => oracle.record(entity, id)));
  }
}
