import type { Here } from './here.ts';
import type { Change, Leaf } from './leaves.ts';
import type { Place } from './memo.ts';
import type { Act } from './moves.ts';
import type { Patch } from './patch.ts';
import type { Plan, Planned } from './plans.ts';
import type { Step } from './reached.ts';

/** A change in terms of the slots of the worlds in which it is made. */
export interface Way extends Step {
  /** Null if it is not remembered. */
  known: Known | null;
  readonly change: Change;
  /** The first of the moves that make the change. */
  readonly move: Act;
  readonly count: number;
  /** Whether no timer is due afterwards. */
  readonly quiet: boolean;
  /** The change in terms of the world's slots; null if it must be computed each time. */
  readonly patch: Patch | null;
  /** Whether the change leaves the bound; set only together with `patch`. */
  readonly tooMany: boolean;
}

/** The outcome of a group's moves. */
export interface Known {
  readonly group: Planned;
  readonly plan: Plan;
  readonly leaf: Leaf;
  readonly slots: readonly number[];
  readonly ways: readonly Way[];
  /** The number of moves that lead to worlds within the bound. */
  readonly count: number;
  /** Whether a person changes their own record. */
  readonly own: boolean;
  /** A bit mask of the slots that it depends on; slots 32 apart share a bit. */
  reads: number;
  /** A bit mask of the slots whose content it changes. */
  readonly writes: number;
  /** Whether it changes nothing but the contents of records that are not people. */
  readonly isPlain: boolean;
}

/** A node of a decision tree: asks a world for a record, or for the records that name it. */
class Asked {
  /** The outcome, once all questions are answered; null if another question follows. */
  readonly known: Known | null;
  readonly slot: number;
  readonly entity: number;
  /** Null if the question is about the record itself. */
  readonly field: string | null;
  /** The next question by answer, for small numbers. */
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

/** Limits the memory to about 100 MB. */
const mostKnown = 300_000;

/**
 * Caches what the moves of a group lead to, by the records that they read. A group has the same
 * slots in all worlds with the same record counts, so nothing is renamed. `Memo` caches by what
 * alike records have in common, and is slower.
 */
export class KnownSteps {
  #count = 0;
  /** The first question of each group, by group number. */
  readonly #first: (Asked | undefined)[] = [];

  find({ number }: Planned, here: Here): Known | null {
    let step = this.#first[number];
    while (step !== undefined) {
      if (step.known !== null) return step.known;
      step = step.next(here);
    }
    return null;
  }

  /** Whether a group has the same outcome in all worlds of its plan. */
  isConstant({ number }: Planned): boolean {
    return this.#first[number]?.known != null;
  }

  /** `places`: what was read, in order. Returns false if the cache is full. */
  keep(here: Here, places: readonly Place[], known: Known): boolean {
    const { number } = known.group;
    const { from, to } = known.plan;
    if (this.#count >= mostKnown) return false;
    this.#count++;
    // The record counts and the people are the same for the whole plan, so they need no question.
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
