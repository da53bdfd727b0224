import { Mistake } from '../../expression/values/json.ts';
import { Money, type Value } from '../../expression/values/value.ts';
import type { Entity } from '../../model/ast/entities.ts';
import { currencyField, noCurrency } from '../../model/types/currency-field.ts';
import type { Refusal } from '../outcome.ts';
import type { World } from '../world/world.ts';
import { invalid } from './values.ts';

/**
 * Converts amounts of the type `money in FIELD` for the store, which keeps only the amount. Refuses
 * an amount in another currency than the record's. `fieldOf` reads the record's future values.
 */
export function settleCurrencies(
  world: World,
  entity: Entity,
  written: Iterable<readonly [string, Value]>,
  fieldOf: (name: string) => Value,
  put: (name: string, amount: Money) => void,
): Refusal[] {
  const mistakes: Refusal[] = [];
  for (const [name, value] of [...written]) {
    const field = value instanceof Money ? entity.byName.get(name) : undefined;
    const by = field === undefined ? null : currencyField(field.type);
    if (field === undefined || by === null || !(value instanceof Money)) continue;
    const wanted = fieldOf(by);
    const currency = value.currency === '' || value.currency === noCurrency ? wanted : value.currency;
    if (currency !== wanted) {
      const must = typeof wanted === 'string' ? `must be in ${wanted}` : `must be an amount without a currency while ${by} is empty`;
      mistakes.push(invalid(world, field, new Mistake(must, 'money'), value));
    }
    put(name, new Money(value.amount, world.index.currency));
  }
  return mistakes;
}
