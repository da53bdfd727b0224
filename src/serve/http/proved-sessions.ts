/** How many tokens are remembered; a full set drops the least recently used one. */
const mostSessions = 20_000;

/**
 * The tokens that a response has proved to belong to sessions. Limits count such a session by its
 * token; any other token may be invented and counts under its network. Each process has its own
 * set.
 */
export class ProvedSessions {
  readonly #tokens = new Set<string>();

  has(token: string): boolean {
    return this.#tokens.has(token);
  }

  /** Records whether a response proved that the token belongs to a session. */
  note(token: string, isKnown: boolean): void {
    this.#tokens.delete(token);
    if (isKnown) this.#tokens.add(token);
    const [oldest] = this.#tokens.size > mostSessions ? this.#tokens : [];
    if (oldest !== undefined) this.#tokens.delete(oldest);
  }
}
