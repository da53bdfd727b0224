/** So many are remembered; then all are forgotten. */
const most = 2000;

/** Statements as the server gets them: `$1` for `?`. Shared by all connections to a database. */
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

  /** The tables have changed: under new texts, all statements are prepared again. */
  forget(): void {
    this.#texts.clear();
    this.#generation++;
  }
}

/**
 * Replaces `?` by `$1`, `$2` … Quoted names and texts stay as they are: a name may contain a
 * question mark.
 */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g, (found) => (found === '?' ? `$${++count}` : found));
}
