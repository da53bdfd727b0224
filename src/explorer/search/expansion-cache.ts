import type { Change, GroupOutcome } from '../steps/group-outcome.ts';
import type { Action } from '../steps/moves.ts';
import type { ReadPlace } from '../world/memo.ts';
import type { Patch } from '../world/patch.ts';
import type { CurrentWorld } from './current-world.ts';
import type { Plan, PlannedGroup } from './plans.ts';
import type { Step } from './reached-worlds.ts';

/** A change in terms of the slots of the worlds in which it is made. */
export interface Successor extends Step {
  /** Null if it is not remembered. */
  known: Expansion | null;
  readonly change: Change;
  /** The first of the moves that make the change. */
  readonly move: Action;
  readonly count: number;
  /** Whether no timer is due afterwards. */
  readonly quiet: boolean;
  /** The change in terms of the world's slots; null if it must be computed each time. */
  readonly patch: Patch | null;
  /** Whether the change leaves the bound; set only together with `patch`. */
  readonly tooMany: boolean;
}

/** The outcome of a group's moves. */
export interface Expansion {
  readonly group: PlannedGroup;
  readonly plan: Plan;
  readonly outcome: GroupOutcome;
  readonly slots: readonly number[];
  readonly successors: readonly Successor[];
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

/** A node of a decision tree: queries a record of a world, or the records that name it. */
class DecisionNode {
  /** The outcome, once all questions are answered; null if another question follows. */
  readonly known: Expansion | null;
  readonly slot: number;
  readonly entity: number;
  /** Null if the question is about the record itself. */
  readonly field: string | null;
  /** The next question by answer, for small numbers. */
  readonly #few: (DecisionNode | undefined)[] = [];
  #many: Map<number | string, DecisionNode> | null = null;

  constructor(place: ReadPlace | null, known: Expansion | null) {
    this.known = known;
    this.slot = place?.slot ?? -1;
    this.entity = place?.entity ?? -1;
    this.field = place?.kind === 'referring' ? place.field : null;
  }

  next(current: CurrentWorld): DecisionNode | undefined {
    const value = this.field === null ? (current.key[this.slot] as number) : current.referring(this.entity, this.field, this.slot);
    return typeof value === 'number' && value < fewValues ? this.#few[value] : this.#many?.get(value);
  }

  put(current: CurrentWorld, next: DecisionNode): void {
    const value = this.field === null ? (current.key[this.slot] as number) : current.referring(this.entity, this.field, this.slot);
    if (typeof value === 'number' && value < fewValues) {
      while (this.#few.length <= value) this.#few.push(undefined);
      this.#few[value] = next;
    } else {
      this.#many ??= new Map();
      this.#many.set(value, next);
    }
  }
}

const fewValues = 128;

/** Limits the memory to about 100 MB. */
const mostKnown = 300_000;

/**
 * Caches what the moves of a group lead to, by the records that they read. A group has the same
 * slots in all worlds with the same record counts, so nothing is renamed. `Memo` caches by what
 * alike records have in common, and is slower.
 */
export class ExpansionCache {
  #count = 0;
  /** The first question of each group, by group number. */
  readonly #first: (DecisionNode | undefined)[] = [];

  find({ number }: PlannedGroup, current: CurrentWorld): Expansion | null {
    let step = this.#first[number];
    while (step !== undefined) {
      if (step.known !== null) return step.known;
      step = step.next(current);
    }
    return null;
  }

  /** Whether a group has the same outcome in all worlds of its plan. */
  isConstant({ number }: PlannedGroup): boolean {
    return this.#first[number]?.known != null;
  }

  /** `places`: what was read, in order. Returns false if the cache is full. */
  keep(current: CurrentWorld, places: readonly ReadPlace[], known: Expansion): boolean {
    const { number } = known.group;
    const { from, to } = known.plan;
    if (this.#count >= mostKnown) return false;
    this.#count++;
    // The record counts and the people are the same for the whole plan, so they need no question.
    const questions = places.filter(({ kind, slot }) => kind === 'referring' || (kind === 'record' && (slot < from || slot >= to)));
    known.reads = questions.reduce((reads, { kind, slot }) => (kind === 'record' ? reads | (1 << slot) : -1), 0);
    let before: DecisionNode | null = null;
    let step = this.#first[number];
    for (const place of [...questions, null]) {
      if (step === undefined) {
        step = new DecisionNode(place, place === null ? known : null);
        if (before === null) this.#first[number] = step;
        else before.put(current, step);
      }
      if (place === null || step.known !== null || step.slot !== place.slot || (step.field === null) !== (place.kind === 'record')) break;
      before = step;
      step = before.next(current);
    }
    return true;
  }
}
