import type { PlainKind } from '../../model/types/index.ts';

/**
 * The kinds of value that a message can demand: those of the Type column, except types that accept
 * any text or never accept a value.
 */
export type MustBe =
  | 'required'
  | 'length'
  | 'enum'
  | 'relation'
  | 'list'
  | Exclude<PlainKind, 'markdown' | 'password' | 'json' | 'secret' | 'serial' | 'state'>;
