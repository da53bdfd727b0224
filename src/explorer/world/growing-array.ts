/** A growable array of 32-bit integers. */
export class GrowingArray {
  values = new Int32Array(1024);

  set(at: number, value: number): void {
    if (at >= this.values.length) {
      const more = new Int32Array(Math.max(this.values.length * 2, at + 1));
      more.set(this.values);
      this.values = more;
    }
    this.values[at] = value;
  }
}
