import type { Type } from '../../expression/types/type.ts';
import { Mistake, parseCell } from '../../expression/values/json.ts';
import { Money, type Value } from '../../expression/values/value.ts';
import { fromGiven, number } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const money: PlainType = {
  ...defaultTraits,
  synonyms: ['currency', 'price', 'euro', 'euros', '€', 'eur', 'dollar', 'dollars', '$', 'usd', 'pound', 'pounds', '£', 'gbp'],
  suggestedBy: /\b(price|amount|cost|costs|fee|salary|budget|payment|deposit|rent)$/i,
  storage: 'money',
  value: { kind: 'money', currency: null },
  schema: { type: ['number', 'string'], description: 'An amount with two places' },
  addable: true,
  coerce(given, type, { timeZone, currency: ofDocument }) {
    // The currency is checked once the record is known, since its field names it.
    if (type.kind === 'money' && type.in !== undefined) return ownAmount(given, type, timeZone);
    if (given instanceof Money) {
      const currency = (type.kind === 'money' ? type.currency : null) ?? ofDocument;
      return given.currency === currency || given.currency === '' ? amount(given.amount, currency) : new Mistake(`must be in ${currency}`);
    }
    const value = fromGiven(given, type, timeZone);
    return value instanceof Money ? amount(value.amount, value.currency === '' ? ofDocument : value.currency) : value;
  },
  fromCell(cell, type) {
    const [, amount = cell, currency = ''] = /^(.*\d)\s*([A-Z]{3})\s*$/u.exec(cell) ?? [];
    if (type.kind !== 'money' || type.in === undefined) return number(cell, 'money');
    const plain = parseCell(String(number(amount, 'money')), type);
    return plain instanceof Money ? new Money(plain.amount, currency) : plain;
  },
  examples: { right: [12.5, '92233720368547758.07'], wrong: [0.005, 'free', '92233720368547758.08'] },
};

function ownAmount(given: Value, type: Type, timeZone: string): Value | Mistake {
  const value = given instanceof Money ? given : fromGiven(given, type, timeZone);
  return value instanceof Money ? amount(value.amount, value.currency) : value;
}

/** Amounts are stored as hundredths in 64 bits. */
function amount(value: Money['amount'], currency: string): Money | Mistake {
  return value.abs().gt('92233720368547758.07') ? new Mistake('must be a smaller amount') : new Money(value, currency);
}
