import type { Json } from '../record-data.ts';
import type { DataRow, IndexedSequence } from './data-set.ts';

/** The number of rows cached, because each batch is read several times. */
const remembered = 2000;

/** Rows of an entity that are read from a file when their values are needed. */
export class LazyRows implements IndexedSequence<DataRow> {
  readonly length: number;
  readonly #entity: string;
  readonly #words: (place: number) => string;
  readonly #read: (place: number) => ReadonlyMap<string, Json>;
  readonly #known = new Map<number, ReadonlyMap<string, Json>>();

  /** `words`: a row's position for messages; `read`: its values. */
  constructor(entity: string, length: number, words: (place: number) => string, read: (place: number) => ReadonlyMap<string, Json>) {
    this.length = length;
    this.#entity = entity;
    this.#words = words;
    this.#read = read;
  }

  at(place: number): DataRow | undefined {
    if (place < 0 || place >= this.length) return undefined;
    const [words, values] = [this.#words, () => this.#valuesOf(place)];
    return {
      entity: this.#entity,
      get place() {
        return words(place);
      },
      get values() {
        return values();
      },
    };
  }

  #valuesOf(place: number): ReadonlyMap<string, Json> {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const values = this.#read(place);
    if (this.#known.size >= remembered) this.#known.clear();
    this.#known.set(place, values);
    return values;
  }
}
