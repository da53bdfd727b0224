import type { Request } from './request.ts';

/** An implementation's answer to a request. */
export interface Answered {
  readonly status: number;
  /** Null if the body is empty. */
  readonly body: string | null;
  /** The `Date` header in milliseconds since the epoch; null if it is missing or invalid. */
  readonly date: number | null;
  /** The `Retry-After` header in seconds; null if it is missing or not a number. */
  readonly retryAfter: number | null;
}

/** The reason why no comparable answer arrived. */
export interface NoAnswer {
  readonly problem: string;
}

/** A service that is verified against a document. */
export interface Implementation {
  send(request: Request): Promise<Answered | NoAnswer>;
  wait(milliseconds: number): Promise<void>;
  /** Restores the initial data; absent if unsupported. Returns why it failed, or null. */
  reset?(): Promise<string | null>;
  /**
   * Sets the clock: from then on the service behaves as if it were that moment (milliseconds since
   * the epoch), and its time goes on from there. Absent if unsupported. Returns why it failed, or
   * null.
   */
  setClock?(moment: number): Promise<string | null>;
}
