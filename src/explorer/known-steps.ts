import type { Here } from './here.ts';
import type { Change, Leaf } from './leaves.ts';
import type { Place } from './memo.ts';
import type { Act } from './moves.ts';
import type { Patch } from './patch.ts';
import type { Plan, Planned } from './plans.ts';
import type { Step } from './reached.ts';

/** A change by the slots of the worlds in which it is made. */
export interface Way extends Step {
  /** Null: it is not remembered. */
  known: Known | null;
  readonly change: Change;
  /** The first of the moves that make it. */
  readonly move: Act;
  readonly count: number;
  /** Is no timer due afterwards? */
  readonly quiet: boolean;
  /** The change by the slots of the world; null: it is worked out each time. */
  readonly patch: Patch | null;
  /** Does it lead to more records than the bound allows? Only for a patch. */
  readonly tooMany: boolean;
}

/** What the moves of a group came to. */
export interface Known {
  readonly group: Planned;
  readonly plan: Plan;
  readonly leaf: Leaf;
  readonly slots: readonly number[];
  readonly ways: readonly Way[];
  /** Moves that lead to worlds within the bound. */
  readonly count: number;
  /** Does a person change their own record? */
  readonly own: boolean;
  /** The slots that it depends on, as bits; 32 slots share them. */
  reads: number;
  /** The same of slots whose content it changes. */
  readonly writes: number;
  /** Does it change nothing else than the contents of records that are no people? */
  readonly isPlain: boolean;
}

/** One question to a world: which record is it, or which records name it in a relation? */
class Asked {
  /** The answer to all questions; null: there is another one. */
  readonly known: Known | null;
  readonly slot: number;
  readonly entity: number;
  /** Null: the record itself. */
  readonly field: string | null;
  /** By answer. */
  readonly #few: (Asked | undefined)[] = [];
  #many: Map<number | string, Asked> | null = null;

  constructor(place: Place | null, known: Known | null) {
    this.known = known;
    this.slot = place?.slot ?? -1;
    this.entity = place?.entity ?? -1;
    this.field = place?.kind === 'referring' ? place.field : null;
  }

  next(here: Here): Asked | undefined {
    const said = this.field === null ? (here.key[this.slot] as number) : here.referring(this.entity, this.field, this.slot);
    return typeof said === 'number' && said < fewAnswers ? this.#few[said] : this.#many?.get(said);
  }

  put(here: Here, next: Asked): void {
    const said = this.field === null ? (here.key[this.slot] as number) : here.referring(this.entity, this.field, this.slot);
    if (typeof said === 'number' && said < fewAnswers) {
      while (this.#few.length <= said) this.#few.push(undefined);
      this.#few[said] = next;
    } else {
      this.#many ??= new Map();
      this.#many.set(said, next);
    }
  }
}

const fewAnswers = 128;

/** More are not kept, about 100 MB. */
const mostKnown = 300_000;

/**
 * What the moves of a group lead to, by the records that they read: the slots of a group are the
 * same in all worlds with as many records, so that nothing is renamed. `Memo` knows the same by
 * what alike records have in common, and needs longer.
 */
export class KnownSteps {
  #count = 0;
  /** By the number of the group. */
  readonly #first: (Asked | undefined)[] = [];

  find({ number }: Planned, here: Here): Known | null {
    let step = this.#first[number];
    while (step !== undefined) {
      if (step.known !== null) return step.known;
      step = step.next(here);
    }
    return null;
  }

  /** Does a group do the same in all worlds of its plan? */
  isConstant({ number }: Planned): boolean {
    return this.#first[number]?.known != null;
  }

  /** `places`: what was read, in order. False: there are too many. */
  keep(here: Here, places: readonly Place[], known: Known): boolean {
    const { number } = known.group;
    const { from, to } = known.plan;
    if (this.#count >= mostKnown) return false;
    this.#count++;
    // How many records there are, and who the people are, is the same for the whole plan.
    const questions = places.filter(({ kind, slot }) => kind === 'referring' || (kind === 'record' && (slot < from || slot >= to)));
    known.reads = questions.reduce((reads, { kind, slot }) => (kind === 'record' ? reads | (1 << slot) : -1), 0);
    let before: Asked | null = null;
    let step = this.#first[number];
    for (const place of [...questions, null]) {
      if (step === undefined) {
        step = new Asked(place, place === null ? known : null);
        if (before === null) this.#first[number] = step;
        else before.put(here, step);
      }
      if (place === null || step.known !== null || step.slot !== place.slot || (step.field === null) !== (place.kind === 'record')) break;
      before = step;
      step = before.next(here);
    }
    return true;
  }
}
