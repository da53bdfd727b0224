/** A growing list of whole numbers up to 2^53, in eight bytes each. */
export class Numbers {
  #numbers = new Float64Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const more = new Float64Array(this.#length * 2);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.#length++] = number;
  }

  /** Throws a RangeError if the position does not exist. */
  at(place: number): number {
    if (place < 0 || place >= this.#length) throw new RangeError(`there is no number ${place} of ${this.#length}`);
    return this.#numbers[place] as number;
  }
}
