/** What was answered to a request that may be sent again. */
export interface KeptAnswer {
  /** Names the request: no secret, and nothing of what was sent. */
  readonly key: string;
  /** Tells the same request from another one under the same key. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}
