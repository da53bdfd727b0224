import type { ErrorMessage } from '../../store/errors.ts';
import type { Through } from '../../store/postgres/server/io-messages.ts';
import type { CallRequest } from '../calls/call-request.ts';
import type { ScreenRequest } from './engine.ts';

/** Where a thread keeps its data. */
export type Database =
  /** Gone when the thread ends: for trying. */
  | { readonly kind: 'memory' }
  /** Postgres inside this process, in a folder; null: in memory. One thread at a time. */
  | { readonly kind: 'embedded'; readonly folder: string | null }
  /** `postgres://user@host/name` */
  | { readonly kind: 'server'; readonly url: string; readonly role?: 'copy' | 'copied' };

/** What a thread begins with. */
export interface ThreadStart {
  readonly text: string;
  readonly database: Database;
  /** Load the examples of section 3 into an empty product. */
  readonly examples: boolean;
  /** Where there is data, go on as the document that it is kept under, whatever the text says. */
  readonly goOn?: boolean;
  /** The folder for snapshots of the data before a change of the document deletes or converts any; absent: none is taken. */
  readonly snapshots?: string;
  /** The thread that talks to the database server beside its own work; absent: one is started for it. */
  readonly through?: Through;
}

/** What a copy must have to be asked. */
export interface After {
  /** How far the log of the database must have come; null: anywhere. */
  readonly position: string | null;
  /** Of the document, `documentMark`. */
  readonly document: string;
}

export type ToThread =
  | { readonly kind: 'call'; readonly id: number; readonly request: CallRequest; readonly after?: After }
  | { readonly kind: 'screen'; readonly id: number; readonly request: ScreenRequest; readonly after?: After }
  | { readonly kind: 'ready'; readonly id: number }
  /** Has another process changed the document? */
  | { readonly kind: 'look'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number };

export type FromThread =
  /** `examples`: they were loaded just now. `text`: what it runs. */
  | { readonly kind: 'started'; readonly examples: boolean; readonly text: string }
  /** It has followed another process to another document. */
  | { readonly kind: 'followed'; readonly text: string }
  /** `expected`: the message is for whoever started the server; else it is a mistake of ours. */
  | { readonly kind: 'not-started'; readonly message: string; readonly expected: boolean }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly error: ErrorMessage }
  /** A copy cannot answer it: it has not come so far, or it would have to be written. */
  | { readonly kind: 'elsewhere'; readonly id: number }
  /** Where there are copies: how far the log had come after a write. */
  | { readonly kind: 'wrote'; readonly position: string }
  /** When its next timer fires, in milliseconds since the epoch; null: none runs, absent: that is not known. Said when it has become another. */
  | { readonly kind: 'timer'; readonly at?: number | null }
  | { readonly kind: 'changed' }
  /** A timer that was refused, or any other thing that nobody waits for. */
  | { readonly kind: 'log'; readonly level: 'info' | 'error'; readonly message: string };
