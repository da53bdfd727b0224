import type { Sent } from '../document/answers.ts';
import type { Move } from './moves.ts';

/** A request that waits for its answer. */
interface Waits extends Sent {
  /** The record that sent it. */
  readonly id: string;
  /** When it is sent or repeated, in milliseconds since the start. */
  readonly due: number;
}

/** What the records of a world wait for. */
type Waiting = readonly { readonly id: string; readonly sent: readonly Sent[] }[];

/**
 * The waiting requests of a scenario, in the order in which it answers them. The explorer answers
 * them in any order, so a scenario first puts off the earlier ones.
 */
export class RequestQueue {
  readonly #all: readonly Waits[];
  readonly #now: number;

  constructor(all: readonly Waits[] = [], now = 0) {
    this.#all = all;
    this.#now = now;
  }

  /** How many requests are put off before the one that a move answers. */
  before({ service, id }: Extract<Move, { readonly kind: 'answer' }>): number {
    return this.#of(service).findIndex((one) => one.id === id);
  }

  /** The queue after a move to a world. The request of a deleted record keeps waiting. */
  after(move: Move, world: Waiting): RequestQueue {
    const now = this.#now + (move.kind === 'wait' ? move.milliseconds : 0);
    const left = move.kind === 'answer' ? this.#answered(move) : this.#all;
    const added = world.flatMap(({ id, sent }) => {
      const known = left.filter((one) => one.id === id).length;
      return sent.slice(known).map((one) => ({ ...one, id, due: now }));
    });
    return new RequestQueue([...left, ...added], now);
  }

  /** The queue with other record ids; `idOf` returns undefined for a deleted record. */
  renamed(idOf: (id: string) => string | undefined): RequestQueue {
    return new RequestQueue(
      this.#all.map((one) => ({ ...one, id: idOf(one.id) ?? '' })),
      this.#now,
    );
  }

  #of(name: string): readonly Waits[] {
    return this.#all.filter(({ service }) => service === name).sort((a, b) => a.due - b.due);
  }

  #answered(move: Extract<Move, { readonly kind: 'answer' }>): readonly Waits[] {
    const own = this.#of(move.service);
    const before = this.before(move);
    const last = Math.max(...own.map(({ due }) => due));
    return [
      ...this.#all.filter(({ service }) => service !== move.service),
      ...own.slice(before + 1),
      ...own.slice(0, before).map((one, place) => ({ ...one, due: last + 1 + place })),
    ];
  }
}
