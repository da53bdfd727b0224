import type { DataChange } from '../../engine/data-change.ts';
import type { CallName } from '../../engine/session-calls.ts';

/*
 * How tabs and the worker talk: plain messages, which pass through a worker's port and a
 * BroadcastChannel alike. Comlink would do for the worker; but a BroadcastChannel carries no ports,
 * and a call to a closed tab would wait forever.
 */

/** From a tab to everyone who keeps the data. `client` tells tabs apart. */
export type ToOwner =
  | { readonly kind: 'hello' | 'bye'; readonly client: string }
  | { readonly kind: 'call'; readonly client: string; readonly id: number; readonly name: CallName; readonly args: readonly unknown[] };

/** Back. Messages without a client are for all. `owner` changes when another tab takes over. */
export type FromOwner =
  | { readonly kind: 'ready'; readonly owner: string }
  | { readonly kind: 'changed'; readonly owner: string; readonly changes: readonly DataChange[] }
  | { readonly kind: 'welcome'; readonly owner: string; readonly client: string }
  | { readonly kind: 'answer'; readonly client: string; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly client: string; readonly id: number; readonly message: string };

/** To the worker alone, before anything else: which data, which document. */
export interface Start {
  readonly kind: 'start';
  readonly owner: string;
  readonly client: string;
  readonly key: string;
  /** Its text, or for a built product its written model. */
  readonly document: string;
  /** If there is data, use its document: for a tab that takes over. */
  readonly goOn: boolean;
  /** SQLite's code, for a worker that cannot fetch it. */
  readonly database?: WebAssembly.Module;
}

/** And back, once. */
export type Started = { readonly kind: 'started' } | { readonly kind: 'not-started'; readonly message: string };

export const channelName = (key: string): string => `ninefold/${key}`;
