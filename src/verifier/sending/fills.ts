import type { Exchange } from '../answers/side-by-side.ts';
import type { Planned } from '../plan/planned.ts';
import { type Fill, type Node, withLaterRecords } from '../plan/situations.ts';
import { mostFilled } from './late.ts';
import type { Sender } from './sender.ts';
import type { Place } from './ways.ts';

interface FillsParts {
  readonly sender: Sender;
  /** Replays the way to a situation; null if it is not reached. */
  readonly replayed: (node: Node) => Promise<Place | null>;
  /** Called with a wrong answer. `before`: the requests accepted since the situation. */
  readonly faulty: (exchange: Exchange, place: Place, planned: Planned, before: readonly Planned[]) => Promise<void>;
}

/** Tries rules about the number of records by creating that many. */
export class Fills {
  readonly #parts: FillsParts;

  constructor(parts: FillsParts) {
    this.#parts = parts;
  }

  /**
   * Repeats a request until the document refuses it. With `times`, repeats the way there instead,
   * and then sends the request once.
   */
  async fill({ node, planned, times, after }: Fill): Promise<void> {
    if (times !== undefined) return this.#counted(node, planned, times);
    const accepted = await this.#repeated(node, [], planned, after);
    // If the same request cannot be repeated, each repetition gets new records.
    if (accepted < 2 && node.path.length > 0) await this.#repeated(node, node.path, planned, after);
  }

  /** Brings that many records to a situation, then sends a request once. */
  async #counted(node: Node, planned: Planned, times: number): Promise<void> {
    let place = await this.#parts.replayed(node);
    const before: Planned[] = [];
    for (let round = 1; round < times; round++) {
      const made = place?.made ?? new Map();
      for (const step of node.path) place = place === null ? null : await this.#accepted(place, withLaterRecords(step, made), before);
    }
    if (place !== null) await this.#accepted(place, planned, before);
  }

  /** Repeats a request, each time after `way`. Returns how many requests were accepted. */
  async #repeated(node: Node, way: readonly Planned[], planned: Planned, after: Fill['after']): Promise<number> {
    const accepted: Planned[] = [];
    let place = await this.#parts.replayed(node);
    for (let round = 0; place !== null && round < mostFilled; round++) {
      const { made } = place;
      // A way creates its records in each round; without one, they stay the same.
      const steps = round === 0 ? [planned] : [...way, planned].map((step) => (way.length === 0 ? step : withLaterRecords(step, made)));
      for (const step of steps) {
        const full: Place | null = place;
        place = full === null ? null : await this.#accepted(full, step, accepted);
        if (place !== null || full === null || step !== steps.at(-1) || accepted.length < 2) continue;
        for (const one of after?.(step) ?? []) if ((await this.#accepted(full, one, accepted)) !== null) break;
      }
    }
    return accepted.length;
  }

  /** The place after a request; null if it was refused, wrongly answered or not sent. */
  async #accepted(place: Place, planned: Planned, before: Planned[]): Promise<Place | null> {
    const done = await this.#parts.sender.send(planned, place);
    if (done === null) return null;
    const { exchange, made } = done;
    if (exchange.fault !== null) {
      await this.#parts.faulty(exchange, place, planned, [...before]);
      return null;
    }
    if (exchange.expected.status >= 400) return null;
    before.push(planned);
    return { ...place, made, since: [...place.since, exchange] };
  }
}
