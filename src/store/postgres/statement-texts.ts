/** How many texts are cached; a full cache is cleared. */
const most = 2000;

/**
 * Statements in the form that the server receives: `$1` for `?`. Shared by all connections to a
 * database.
 */
export class StatementTexts {
  readonly #texts = new Map<string, string>();
  #generation = 0;

  of(sql: string): string {
    const known = this.#texts.get(sql);
    if (known !== undefined) return known;
    if (this.#texts.size >= most) this.#texts.clear();
    const text = this.#generation === 0 ? numbered(sql) : `/* ${this.#generation} */ ${numbered(sql)}`;
    this.#texts.set(sql, text);
    return text;
  }

  /** Changes all texts, so that every statement is prepared again after the tables have changed. */
  forget(): void {
    this.#texts.clear();
    this.#generation++;
  }
}

/**
 * Replaces `?` with `$1`, `$2` … Quoted names and texts stay as they are: a name may contain a
 * question mark.
 */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g, (found) => (found === '?' ? `$${++count}` : found));
}
