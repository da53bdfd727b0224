import type { ChangeListener } from '../../engine/session.ts';
import type { ScreenCall } from '../../engine/session-calls.ts';
import type { Origin } from '../../engine/world/world.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';

export interface ScreenRequest {
  readonly token: string | null;
  /**
   * `openId` comes only from this server, never from a page; its argument is the claims of a
   * verified ID token.
   */
  readonly name: ScreenCall | 'openId';
  readonly args: readonly unknown[];
  /** Where the request came from. Failed sign-ins are counted per origin. */
  readonly origin?: Origin | null;
}

export interface ScreenAnswer {
  readonly value: unknown;
  /** The session token from now on: a new one after signing in, null after signing out. */
  readonly token: string | null;
  /** After signing in: the device token that the browser sends from now on (Origin.device). */
  readonly device?: string;
}

/** The part of an engine that answers requests. */
export interface AnsweringEngine {
  call(request: CallRequest): Promise<CallAnswer>;
  screen(request: ScreenRequest): Promise<ScreenAnswer>;
}

/** A running product as the HTTP layer sees it. */
export interface Engine extends AnsweringEngine {
  /**
   * Calls the listener after every change, in whichever process it was made. The changes use the
   * same opaque names as the reads of views (opaque-names.ts). Returns the function that
   * unsubscribes.
   */
  subscribe(listener: ChangeListener): () => void;
  /** Whether the database is reachable, so that requests can be answered. Never rejects. */
  ready(): Promise<boolean>;
  /** Waits for open requests, then closes the data. */
  close(): Promise<void>;
}
