import { setOwn } from '../../base/own.ts';
import { isMap, items } from '../../expression/values/compare.ts';
import { isDecimal } from '../../expression/values/decimal.ts';
import { toJson } from '../../expression/values/json.ts';
import { isRecord, Money, type RecordValue, type Value } from '../../expression/values/value.ts';
import { isSecret } from '../../model/types/traits.ts';
import type { Json, RecordData, RecordLabel, RelationData } from '../record-data.ts';
import { labelled, readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';
import { addressOf } from './addresses.ts';

/** A record for the running product, with only what the person may read. */
export function recordData(world: World, given: RecordValue, fields: readonly string[]): RecordData {
  const record = world.record(given.entity, given.id, 'person') ?? given;
  const values: Record<string, Json> = {};
  for (const name of fields) {
    const field = world.index.field(record.entity, name);
    if (field === null || isSecret(field) || !world.access.seesField(record, name)) continue;
    setOwn(values, name, valueData(world, readOrNull(record, name)));
  }
  return { entity: record.entity, id: record.id, ...label(world, record), values };
}

/** All stored and computed fields, without inverse lists. */
export const ownFields = (world: World, entity: string): readonly string[] =>
  [...(world.index.entity(entity)?.byName.values() ?? [])].filter((field) => field.type.kind !== 'inverse').map((field) => field.name.text);

/** `12.50`, or `12.50 USD` in another currency than the document's. */
const moneyData = (world: World, { amount, currency }: Money): string =>
  currency === world.index.currency || currency === '' ? amount.toFixed(2) : `${amount.toFixed(2)} ${currency}`;

/**
 * Decimals and money become text, moments ISO text, and records what is needed to show and open
 * them.
 */
export function valueData(world: World, value: Value): Json {
  if (isRecord(value)) return relationData(world, value);
  if (isDecimal(value)) return value.toFixed();
  if (value instanceof Money) return moneyData(world, value);
  if (isMap(value)) return entryData(world, value);
  const list = items(value);
  return list === undefined ? toJson(value) : list.map((item) => valueData(world, item));
}

/** An entry of a computed list. Stored JSON contains no money and stays unchanged. */
function entryData(world: World, entry: ReadonlyMap<string, Value>): Json {
  const values: Record<string, Json> = {};
  for (const [key, inner] of entry) setOwn(values, key, inner instanceof Money ? valueData(world, inner) : toJson(inner));
  return values;
}

/**
 * A record in a field. The field reveals that it exists; only people who may read it see its label.
 */
export function relationData(world: World, record: RecordValue): RelationData & { readonly [key: string]: Json } {
  const address = addressOf(world, record);
  return {
    entity: record.entity,
    id: record.id,
    ...label(world, record),
    address: address === null ? null : { screen: address.screen, parameters: { ...address.parameters } },
  };
}

/** The label with the person's visibility; without it, the number or the end of the id. */
const label = (world: World, record: RecordValue): RecordLabel =>
  labelled(world.index, world.record(record.entity, record.id, 'person') ?? record);
