import { text as anyText } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const text: PlainType = {
  ...defaultTraits,
  synonyms: ['string', 'str', 'varchar', 'char', 'words', 'short text', 'line'],
  storage: 'text',
  value: { kind: 'text' },
  schema: { type: 'string' },
  limited: true,
  searched: true,
  offersUsed: true,
  coerce: anyText,
  fromCell: (cell) => cell,
  examples: { right: ['Boiler leaks', ''], wrong: [7, true, ['a'], '\0'] },
};
