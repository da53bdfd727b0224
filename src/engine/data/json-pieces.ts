/**
 * Writes one JSON text piece by piece, in the format of `JSON.stringify(value, null, 2)`, so a
 * large one is never in memory as a whole.
 */
export class JsonPieces {
  readonly #write: (text: string) => void;
  /** The open objects and lists: their closing bracket, and whether they are still empty. */
  readonly #open: { readonly ends: '}' | ']'; isEmpty: boolean }[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Begins an object or a list; `key`: its name in the surrounding object. */
  open(begins: '{' | '[', key: string | null = null): void {
    this.#write(this.#before(key) + begins);
    this.#open.push({ ends: begins === '{' ? '}' : ']', isEmpty: true });
  }

  value(json: unknown, key: string | null = null): void {
    const before = this.#before(key);
    // Line breaks inside texts are escaped, so these are all formatting.
    this.#write(before + JSON.stringify(json, null, 2).replaceAll('\n', this.#line));
  }

  /** Closes the innermost object or list. */
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
