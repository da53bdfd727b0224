import type { PlainKind } from '../../model/types/index.ts';

/**
 * What a refusal says a value must be: the words of the Type column, without types that accept any
 * text or are never given.
 */
export type MustBe =
  | 'required'
  | 'length'
  | 'enum'
  | 'relation'
  | 'list'
  | Exclude<PlainKind, 'markdown' | 'password' | 'json' | 'secret' | 'serial' | 'state'>;
