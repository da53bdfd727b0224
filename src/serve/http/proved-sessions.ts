/** How many are remembered; the least recent one is dropped first. */
const mostSessions = 20_000;

/**
 * The tokens that an answer has proved to be those of sessions. Limits count a session by its
 * token; a token that nothing has proved may be invented, and counts as its network does. For this
 * process alone.
 */
export class ProvedSessions {
  readonly #tokens = new Set<string>();

  has(token: string): boolean {
    return this.#tokens.has(token);
  }

  /** An answer has shown whether this token is that of a session. */
  note(token: string, isKnown: boolean): void {
    this.#tokens.delete(token);
    if (isKnown) this.#tokens.add(token);
    const [oldest] = this.#tokens.size > mostSessions ? this.#tokens : [];
    if (oldest !== undefined) this.#tokens.delete(oldest);
  }
}
