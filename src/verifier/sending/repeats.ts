import type { Call } from '../../model/ast/calls.ts';
import type { Planned } from '../plan/planned.ts';

/**
 * Counts requests since the last reset, and remembers at which count a call was refused because of
 * what earlier ways had left: a limit for all records of an entity. A way that would get there
 * begins with a reset.
 */
export class Repeats {
  readonly #accepted = new Map<Call, number>();
  readonly #most = new Map<Call, number>();
  #refused: { readonly call: Call; readonly count: number } | null = null;

  restart(): void {
    this.#accepted.clear();
  }

  noteAccepted({ call }: Planned): void {
    this.#accepted.set(call, this.#countOf(call) + 1);
  }

  noteRefused({ call }: Planned): void {
    this.#refused = { call, count: this.#countOf(call) };
  }

  /** Notes that the way on which a request was refused is possible after a reset. */
  noteFreed(): void {
    if (this.#refused !== null) this.#most.set(this.#refused.call, Math.max(1, this.#refused.count));
    this.#refused = null;
  }

  areTooMany(path: readonly Planned[]): boolean {
    return path.some(
      ({ call }) => this.#countOf(call) + path.filter((one) => one.call === call).length > (this.#most.get(call) ?? Infinity),
    );
  }

  #countOf(call: Call): number {
    return this.#accepted.get(call) ?? 0;
  }
}
