/**
 * Tells where a text comes from. Each way, a path of requests, has a number that its texts carry.
 */
export class Origins {
  readonly #marker: string;
  /** The number of the current way, and the last one given. */
  #way = 0;
  #last = 0;
  /** Texts that were too short to carry a number, with the number of their way. */
  readonly #short = new Map<string, number>();
  /** Ways on which an answer was wrong, so that their data may differ from the document's. */
  readonly #spoilt = new Set<number>();

  constructor(marker: string) {
    this.#marker = marker;
  }

  /** The marker for texts that are written on the current way. */
  get marker(): string {
    return `${this.#marker}p${this.#way}x`;
  }

  get way(): number {
    return this.#way;
  }

  next(): void {
    this.#way = ++this.#last;
  }

  /** Goes on with the number of an earlier way, since its records are used again. */
  resume(way: number): void {
    this.#way = way;
  }

  spoil(): void {
    this.#spoilt.add(this.#way);
  }

  /** Records a text that was too short for the marker. */
  shortened(text: string): void {
    this.#short.set(text, this.#way);
  }

  /** Null if another run or another client wrote the text. */
  of(text: string): 'own' | 'spoilt' | null {
    const at = text.indexOf(`${this.#marker}p`);
    const way = at === -1 ? this.#short.get(text) : Number.parseInt(text.slice(at + this.#marker.length + 1), 10);
    return way === undefined ? null : this.#spoilt.has(way) ? 'spoilt' : 'own';
  }
}
