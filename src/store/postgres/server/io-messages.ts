import type { MessagePort } from 'node:worker_threads';
import type { Shared } from './crossing.ts';

/** What goes between the thread that waits and the one that talks to the server. Each question has one reply of the same number. */
export type Question =
  /** The number of a question whose bytes lie in what both see. */
  | number
  | { readonly number: number; readonly kind: 'open' }
  | { readonly number: number; readonly kind: 'exchange'; readonly request: Uint8Array }
  /** No reply: nobody waits any more. `end` ends the thread as well. */
  | { readonly number: number; readonly kind: 'close' | 'end' };

/** A reply that does not lie in what both see. */
export type Reply =
  | { readonly number: number; readonly kind: 'answer'; readonly answer: Uint8Array }
  | { readonly number: number; readonly kind: 'lost'; readonly why: string };

/** How a thread that waits reaches another one that talks to the server. */
export interface Through {
  /** Questions go in here, replies come out. */
  readonly port: MessagePort;
  readonly shared: Shared;
}

export interface IoStart {
  readonly address: string;
  /** Questions come in here, replies go out. */
  readonly port: MessagePort;
  readonly shared: Shared;
}
