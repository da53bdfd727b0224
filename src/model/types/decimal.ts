import { isDecimal } from '../../expression/values/decimal.ts';
import { fromGiven, number } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const decimal: PlainType = {
  ...defaultTraits,
  synonyms: ['number', 'float', 'double', 'numeric', 'decimal number'],
  suggestedBy: /\b(weight|height|width|length|distance|latitude|longitude|rate|score)$/i,
  storage: 'decimal',
  value: { kind: 'decimal' },
  // A string if a binary floating-point number could not represent the decimal exactly.
  schema: { type: ['number', 'string'] },
  addable: true,
  coerce: (given, type, { timeZone }) => (isDecimal(given) ? given : fromGiven(given, type, timeZone)),
  fromCell: (cell) => number(cell, 'decimal'),
  examples: { right: [0.1, '0.30000000000000000004'], wrong: ['a tenth', true] },
};
