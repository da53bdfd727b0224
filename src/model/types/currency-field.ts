import { Money, type Value } from '../../expression/values/value.ts';
import type { FieldType } from '../ast/entities.ts';

/** The ISO 4217 code for no currency, used when the record's currency field is empty. */
export const noCurrency = 'XXX';

/** The field that names the currency of `money in FIELD`; null: the document's constant does. */
export const currencyField = (type: FieldType): string | null => ('in' in type ? (type.in?.text ?? null) : null);

/** A stored amount in the record's own currency, which one of its fields names. */
export function inOwnCurrency(type: FieldType, value: Value, fieldOf: (name: string) => Value): Value {
  const by = value instanceof Money ? currencyField(type) : null;
  if (by === null) return value;
  const currency = fieldOf(by);
  return new Money((value as Money).amount, typeof currency === 'string' && currency !== '' ? currency : noCurrency);
}
