import type { ChangeListener } from '../../engine/session.ts';
import type { ScreenCall } from '../../engine/session-calls.ts';
import type { Origin } from '../../engine/world/world.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';

export interface ScreenRequest {
  readonly token: string | null;
  /** `openId`: from this server only, never from a page: the claims of a verified ID token. */
  readonly name: ScreenCall | 'openId';
  readonly args: readonly unknown[];
  /** Where it came from; guesses are counted by it. */
  readonly origin?: Origin | null;
}

export interface ScreenAnswer {
  readonly value: unknown;
  /** The session from now on: another after signing in, null after signing out. */
  readonly token: string | null;
  /** After signing in: what the browser is to send from now on (Origin.device). */
  readonly device?: string;
}

/** What answers requests. */
export interface AnsweringEngine {
  call(request: CallRequest): Promise<CallAnswer>;
  screen(request: ScreenRequest): Promise<ScreenAnswer>;
}

/** A running product as HTTP sees it. */
export interface Engine extends AnsweringEngine {
  /**
   * Called after every change, wherever it was made. What was written is named as views name what
   * they read (opaque-names.ts). Returns the end of it.
   */
  subscribe(listener: ChangeListener): () => void;
  /** Whether requests can be answered: the database can be reached. Never rejects. */
  ready(): Promise<boolean>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}
