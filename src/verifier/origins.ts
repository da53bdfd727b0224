/** Where texts come from: each way has its number, and they carry it. */
export class Origins {
  readonly #marker: string;
  /** Number of the way that is being gone. */
  #way = 0;
  /** Texts too short for the number of their way. */
  readonly #short = new Map<string, number>();
  /** Ways on which the implementation did what the document refuses, or the other way round. */
  readonly #spoilt = new Set<number>();

  constructor(marker: string) {
    this.#marker = marker;
  }

  /** In every text that is written on this way. */
  get marker(): string {
    return `${this.#marker}p${this.#way}x`;
  }

  next(): void {
    this.#way++;
  }

  spoil(): void {
    this.#spoilt.add(this.#way);
  }

  /** The marker did not fit into this text. */
  shortened(text: string): void {
    this.#short.set(text, this.#way);
  }

  /** Null: another run has written it, or another client. */
  of(text: string): 'own' | 'spoilt' | null {
    const at = text.indexOf(`${this.#marker}p`);
    const way = at === -1 ? this.#short.get(text) : Number.parseInt(text.slice(at + this.#marker.length + 1), 10);
    return way === undefined ? null : this.#spoilt.has(way) ? 'spoilt' : 'own';
  }
}
