/**
 * The steps that undo writes, newest last. Transactions can be nested: an inner one undoes only its
 * own part.
 */
export class UndoLog {
  #steps: (() => void)[] = [];
  #depth = 0;

  get open(): boolean {
    return this.#depth > 0;
  }

  /** Records how to undo a write; outside a transaction it does nothing. */
  push(step: () => void): void {
    if (this.#depth > 0) this.#steps.push(step);
  }

  transaction<T>(body: () => T): T {
    const mark = this.#steps.length;
    this.#depth++;
    try {
      return body();
    } catch (error) {
      while (this.#steps.length > mark) this.#steps.pop()?.();
      throw error;
    } finally {
      this.#depth--;
      if (this.#depth === 0) this.#steps = [];
    }
  }
}

/** A map whose writes can be undone. */
export class LoggedMap<V> {
  readonly #values = new Map<string, V>();
  readonly #log: UndoLog;

  constructor(log: UndoLog) {
    this.#log = log;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  get size(): number {
    return this.#values.size;
  }

  values(): IterableIterator<V> {
    return this.#values.values();
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  set(key: string, value: V): void {
    const before = this.#values.get(key);
    const had = this.#values.has(key);
    this.#values.set(key, value);
    this.#log.push(() => {
      if (had) this.#values.set(key, before as V);
      else this.#values.delete(key);
    });
  }

  delete(key: string): void {
    if (!this.#values.has(key)) return;
    const before = this.#values.get(key) as V;
    this.#values.delete(key);
    this.#log.push(() => this.#values.set(key, before));
  }
}
