import type { MessagePort } from 'node:worker_threads';

/** What goes between the thread that waits and the one that talks to the server. Each question has one reply of the same number. */
export type Question =
  | { readonly number: number; readonly kind: 'open' }
  | { readonly number: number; readonly kind: 'exchange'; readonly request: Uint8Array }
  /** No reply: nobody waits any more. `end` ends the thread as well. */
  | { readonly number: number; readonly kind: 'close' | 'end' };

export type Reply =
  | { readonly number: number; readonly kind: 'answer'; readonly answer: Uint8Array }
  | { readonly number: number; readonly kind: 'lost'; readonly why: string };

/** How a thread that waits reaches another one that talks to the server. */
export interface Through {
  readonly port: MessagePort;
  /** Its first number counts the replies: who waits, waits for it to change. */
  readonly replies: Int32Array<SharedArrayBuffer>;
}

export interface IoStart {
  readonly address: string;
  /** Its first number counts the replies: who waits, waits for it to change. */
  readonly replies: Int32Array<SharedArrayBuffer>;
  /** Questions come in here, replies go out. */
  readonly port: MessagePort;
}
