import { integer } from './integer.ts';
import { asJson, trimmed } from './reading.ts';
import type { PlainType } from './type.ts';

/** 1, 2, 3 …, assigned by the product. */
export const serial: PlainType = {
  ...integer,
  synonyms: [
    'autoincrement',
    'auto-increment',
    'number in sequence',
    'sequence',
    'sequence number',
    'running number',
    'sequential number',
    'consecutive number',
  ],
  suggestedBy: /^(number|ticket number|order number|invoice number)$/i,
  settable: false,
  filledIn: 'always',
  addable: false,
  coerce: (given, type, { timeZone }) => (typeof given === 'bigint' ? given : asJson(given, type, timeZone)),
  fromCell: trimmed,
};
