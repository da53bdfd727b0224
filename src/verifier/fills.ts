import { mostFilled } from './late.ts';
import type { Planned } from './planned.ts';
import type { Sender } from './sender.ts';
import type { Exchange } from './side-by-side.ts';
import { type Fill, type Node, withLaterRecords } from './situations.ts';
import type { Place } from './ways.ts';

interface FillsParts {
  readonly sender: Sender;
  /** Goes to a situation; null: it is not reached. */
  readonly replayed: (node: Node) => Promise<Place | null>;
  /** An answer was wrong. `before`: what was accepted since the situation. */
  readonly faulty: (exchange: Exchange, place: Place, planned: Planned, before: readonly Planned[]) => Promise<void>;
}

/** Tries rules about how many records there may be, by making so many. */
export class Fills {
  readonly #parts: FillsParts;

  constructor(parts: FillsParts) {
    this.#parts = parts;
  }

  /** Sends a request again and again until the document refuses it, or brings so many there. */
  async fill({ node, planned, times, after }: Fill): Promise<void> {
    if (times !== undefined) return this.#counted(node, planned, times);
    const accepted = await this.#repeated(node, [], planned, after);
    // Where the same request cannot be repeated, each time about new records.
    if (accepted < 2 && node.path.length > 0) await this.#repeated(node, node.path, planned, after);
  }

  /** Brings so many records to a situation, and then sends a request once. */
  async #counted(node: Node, planned: Planned, times: number): Promise<void> {
    let place = await this.#parts.replayed(node);
    const before: Planned[] = [];
    for (let round = 1; round < times; round++) {
      const made = place?.made ?? new Map();
      for (const step of node.path) place = place === null ? null : await this.#accepted(place, withLaterRecords(step, made), before);
    }
    if (place !== null) await this.#accepted(place, planned, before);
  }

  /** From a situation on, each time after a way that leads there: how many were accepted. */
  async #repeated(node: Node, way: readonly Planned[], planned: Planned, after: Fill['after']): Promise<number> {
    const accepted: Planned[] = [];
    let place = await this.#parts.replayed(node);
    for (let round = 0; place !== null && round < mostFilled; round++) {
      const { made } = place;
      // The records of a way are made each time; without one, they stay the same.
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

  /** The place after a request; null: it was refused, or wrongly answered, or could not be sent. */
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
