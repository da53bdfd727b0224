import type { ProductModel } from '../../engine/document/product-model.ts';
import type { WorkbenchSession } from '../../engine/session.ts';

/*
 * How tabs and the worker talk: plain messages, which pass through a worker's port and a
 * BroadcastChannel alike. Comlink would do for the worker; but a BroadcastChannel carries no ports,
 * and a call to a closed tab would wait forever.
 */

/**
 * A host that names its document: after a takeover, or if the data could not be migrated, it
 * differs from the page's.
 */
export interface RunningHost extends WorkbenchSession {
  model(): Promise<ProductModel>;
}

/** Everything a host does but subscribe, which stays on this side: the other end says `changed`. */
export const calls = [
  'person',
  'account',
  'actors',
  'actAs',
  'navigation',
  'screen',
  'part',
  'records',
  'choices',
  'run',
  'newRecord',
  'importRows',
  'putFile',
  'file',
  'change',
  'snapshot',
  'restore',
  'reset',
  'storage',
  'refusedTimers',
  'brokenRules',
  'clock',
  'setClock',
  'model',
] as const satisfies readonly (keyof RunningHost)[];

export type CallName = (typeof calls)[number];

/** From a tab to the owner of the data. `client` identifies the tab. */
export type ToOwner =
  | { readonly kind: 'hello' | 'bye'; readonly client: string }
  | { readonly kind: 'call'; readonly client: string; readonly id: number; readonly name: CallName; readonly args: readonly unknown[] };

/** Back. Messages without a client are for all. `owner` changes when another tab takes over. */
export type FromOwner =
  | { readonly kind: 'ready' | 'changed'; readonly owner: string }
  | { readonly kind: 'welcome'; readonly owner: string; readonly client: string }
  | { readonly kind: 'answer'; readonly client: string; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly client: string; readonly id: number; readonly message: string };

/** To the worker alone, before anything else: which data, which document. */
export interface Start {
  readonly kind: 'start';
  readonly owner: string;
  readonly client: string;
  readonly key: string;
  readonly text: string;
  /** If there is data, use its document: for a tab that takes over. */
  readonly goOn: boolean;
  /** SQLite's code, where the worker cannot fetch it. */
  readonly wasm?: Uint8Array;
}

/** And back, once. */
export type Started = { readonly kind: 'started' } | { readonly kind: 'not-started'; readonly message: string };

export const channelName = (key: string): string => `ninefold/${key}`;
