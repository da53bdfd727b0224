import type { SymbolKind } from '../symbol.ts';

export interface Completion {
  readonly label: string;
  readonly kind: SymbolKind | 'type' | 'keyword' | 'function' | 'value' | 'form';
  /** A short description. */
  readonly detail: string;
  /** The text to insert; absent: the label. */
  readonly insert?: string;
  /** For fields, states and events, the entity if known. */
  readonly within?: string;
  /** Items with lower ranks come first. */
  readonly rank: number;
}

export const item = (label: string, kind: Completion['kind'], detail = '', rank = 1, insert?: string): Completion =>
  insert === undefined ? { label, kind, detail, rank } : { label, kind, detail, rank, insert };

export const words = (list: readonly string[], kind: Completion['kind'] = 'keyword', detail = '', rank = 1): Completion[] =>
  list.map((label) => item(label, kind, detail, rank));
