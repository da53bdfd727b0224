/**
 * One JSON text, written piece by piece as `JSON.stringify(value, null, 2)` writes it: a large one
 * never has to be in memory as a whole.
 */
export class JsonPieces {
  readonly #write: (text: string) => void;
  /** Of each object and list that is open: how it ends, and whether it has something in it. */
  readonly #open: { readonly ends: '}' | ']'; isEmpty: boolean }[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Begins an object or a list; `key` inside an object. */
  open(begins: '{' | '[', key: string | null = null): void {
    this.#write(this.#before(key) + begins);
    this.#open.push({ ends: begins === '{' ? '}' : ']', isEmpty: true });
  }

  value(json: unknown, key: string | null = null): void {
    const before = this.#before(key);
    // A text has its own line breaks escaped.
    this.#write(before + JSON.stringify(json, null, 2).replaceAll('\n', this.#line));
  }

  /** Ends what was opened last. */
  close(): void {
    const closed = this.#open.pop();
    if (closed === undefined) throw new Error('nothing is open');
    this.#write(closed.isEmpty ? closed.ends : this.#line + closed.ends);
    if (this.#open.length === 0) this.#write('\n');
  }

  get #line(): string {
    return `\n${'  '.repeat(this.#open.length)}`;
  }

  #before(key: string | null): string {
    const around = this.#open.at(-1);
    if (around === undefined) return '';
    const comma = around.isEmpty ? '' : ',';
    around.isEmpty = false;
    return `${comma}${this.#line}${key === null ? '' : `${JSON.stringify(key)}: `}`;
  }
}
