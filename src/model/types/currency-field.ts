import { Money, type Value } from '../../expression/values/value.ts';
import type { FieldType } from '../ast/entities.ts';

/** ISO 4217's code for no currency: of a record whose field of the currency is empty. */
export const noCurrency = 'XXX';

/** The field that names the currency of `money in FIELD`; null: the document's constant does. */
export const currencyField = (type: FieldType): string | null => ('in' in type ? (type.in?.text ?? null) : null);

/** A stored amount as the record's own: in the currency that its field names. */
export function inOwnCurrency(type: FieldType, value: Value, fieldOf: (name: string) => Value): Value {
  const by = value instanceof Money ? currencyField(type) : null;
  if (by === null) return value;
  const currency = fieldOf(by);
  return new Money((value as Money).amount, typeof currency === 'string' && currency !== '' ? currency : noCurrency);
}
