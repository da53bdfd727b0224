import type { Request } from './request.ts';

/** What an implementation answered. */
export interface Answered {
  readonly status: number;
  /** Null: none. */
  readonly body: string | null;
  /** What its `Date` header says, in milliseconds since the epoch; null: there is none. */
  readonly date: number | null;
  /** Seconds, where it asks to wait. */
  readonly retryAfter: number | null;
}

/** Why there is no answer that can be compared. */
export interface NoAnswer {
  readonly problem: string;
}

/** A service that is held against the document. */
export interface Implementation {
  send(request: Request): Promise<Answered | NoAnswer>;
  wait(milliseconds: number): Promise<void>;
  /** Puts it back to how it was at the start; absent: it can't. Why it failed, or null. */
  reset?(): Promise<string | null>;
}
