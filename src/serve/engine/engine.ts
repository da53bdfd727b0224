import type { Session } from '../../engine/session.ts';
import type { Origin } from '../../engine/world/world.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';

/**
 * What the product's own pages may call over HTTP: every method of a session except acting as a
 * person without a password and waiting for changes.
 */
export const screenCalls = [
  'person',
  'account',
  'navigation',
  'screen',
  'part',
  'choices',
  'run',
  'newRecord',
  'importRows',
  'putFile',
  'file',
  'records',
  'model',
] as const satisfies readonly (keyof Session | 'model')[];

/** Those that do something; the others only look. */
export const doingCalls: ReadonlySet<ScreenCall> = new Set(['run', 'newRecord', 'importRows', 'putFile']);

export const isDoing = (name: string): boolean => (doingCalls as ReadonlySet<string>).has(name);

export type ScreenCall = (typeof screenCalls)[number];

export interface ScreenRequest {
  readonly token: string | null;
  readonly name: ScreenCall;
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

/** A running product as HTTP sees it. */
export interface Engine {
  call(request: CallRequest): Promise<CallAnswer>;
  screen(request: ScreenRequest): Promise<ScreenAnswer>;
  /** Called after every change, wherever it was made. Returns the end of it. */
  subscribe(listener: () => void): () => void;
  /** Whether requests can be answered: the database can be reached. Never rejects. */
  ready(): Promise<boolean>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}
