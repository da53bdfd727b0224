import type { DataChange } from '../../engine/data-change.ts';
import type { CallName } from '../../engine/session-calls.ts';

/*
 * The messages between tabs and the worker, plain data so that they pass through a worker's port
 * and a BroadcastChannel alike. Comlink would suit the worker, but a BroadcastChannel transfers no
 * ports, and a call to a closed tab would wait forever.
 */

/** From a tab to the owner of the data. `client` identifies the tab. */
export type ToOwner =
  | { readonly kind: 'hello' | 'bye'; readonly client: string }
  | { readonly kind: 'call'; readonly client: string; readonly id: number; readonly name: CallName; readonly args: readonly unknown[] };

/**
 * From the owner to the tabs. Messages without a client go to all. `owner` changes when another tab
 * takes over.
 */
export type FromOwner =
  | { readonly kind: 'ready'; readonly owner: string }
  | { readonly kind: 'changed'; readonly owner: string; readonly changes: readonly DataChange[] }
  | { readonly kind: 'welcome'; readonly owner: string; readonly client: string }
  | { readonly kind: 'answer'; readonly client: string; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly client: string; readonly id: number; readonly message: string };

/** To the worker only, before all others: which data, which document. */
export interface Start {
  readonly kind: 'start';
  readonly owner: string;
  readonly client: string;
  readonly key: string;
  /** Its text, or a built product's serialized model. */
  readonly document: string;
  /** If there is data, use its document; for a tab that takes over. */
  readonly keepDocument: boolean;
  /** SQLite's code, for a worker that cannot fetch it. */
  readonly database?: WebAssembly.Module;
}

/** The worker's single reply to `Start`. */
export type Started = { readonly kind: 'started' } | { readonly kind: 'not-started'; readonly message: string };

export const channelName = (key: string): string => `ninefold/${key}`;
