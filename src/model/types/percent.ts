import { type Mistake, parseCell } from '../../expression/values/json.ts';
import { decimal } from './decimal.ts';
import { number } from './reading.ts';
import type { PlainType } from './type.ts';

/** People and cells write 12 or 12 %; values, JSON and the database store the fraction 0.12. */
export const percent: PlainType = {
  ...decimal,
  synonyms: ['percentage', '%'],
  suggestedBy: /\b(percent|percentage|discount)$/i,
  value: { kind: 'decimal', percent: true },
  schema: { type: ['number', 'string'], description: 'A share: 0.12 is 12 %' },
  addable: false,
  fromCell(cell, type) {
    const plain = number(cell.replace(/%\s*$/u, ''), 'decimal');
    return typeof plain === 'string' ? parseCell(plain, { ...type, kind: 'decimal', percent: true }) : (plain as Mistake);
  },
  examples: { right: [0.125, 0.0725], wrong: ['a tenth', '12 %', true] },
};
