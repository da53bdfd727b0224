import { fromGiven, number } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const integer: PlainType = {
  ...defaultTraits,
  synonyms: ['int', 'whole number', 'whole numbers', 'whole'],
  suggestedBy:
    /\b(quantity|count|age|seats|capacity|places|points|stock|year|size|rank|participants|guests|copies|attempts|pages|^(number of|max(imum)?|min(imum)?)( .*)?)$/i,
  storage: 'integer',
  value: { kind: 'integer' },
  schema: { type: 'integer' },
  addable: true,
  coerce: (given, type, { timeZone }) => (typeof given === 'bigint' ? given : fromGiven(given, type, timeZone)),
  fromCell: (cell) => number(cell, 'integer'),
  examples: { right: [3, -1, '9007199254740993'], wrong: [1.5, 'three', '3', true] },
};
