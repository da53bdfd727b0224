import type { SymbolKind } from '../symbol.ts';

export interface Completion {
  readonly label: string;
  readonly kind: SymbolKind | 'type' | 'keyword' | 'function' | 'value' | 'form';
  /** What it is, in a few words. */
  readonly detail: string;
  /** What is written; the label where it is left out. */
  readonly insert?: string;
  /** For fields, states and events the entity, where it is known. */
  readonly within?: string;
  /** Smaller is earlier. */
  readonly rank: number;
}

export const item = (label: string, kind: Completion['kind'], detail = '', rank = 1, insert?: string): Completion =>
  insert === undefined ? { label, kind, detail, rank } : { label, kind, detail, rank, insert };

export const words = (list: readonly string[], kind: Completion['kind'] = 'keyword', detail = '', rank = 1): Completion[] =>
  list.map((label) => item(label, kind, detail, rank));
