/** The stored answer to a request that may be sent again. */
export interface KeptAnswer {
  /** Identifies the request without revealing a secret or any content of it. */
  readonly key: string;
  /** Distinguishes different requests that use the same key. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}
