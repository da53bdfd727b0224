import { items } from '../expression/compare.ts';
import type { Expression } from '../expression/expression.ts';
import { fromJson, Mistake } from '../expression/json.ts';
import type { Node } from '../expression/node.ts';
import { isRecord, type RecordValue, type Value } from '../expression/value.ts';
import type { Field } from '../model/facts/entities.ts';
import type { FieldUse, Listing } from '../model/facts/screens.ts';
import { valueToJson } from '../store/json-value.ts';
import { addressIn } from './addresses.ts';
import { labelOf, readOrNull } from './labels.ts';
import { unreadable } from './operations/get.ts';
import type { PartPlace } from './parts/part-reader.ts';
import { valueData } from './record-data.ts';
import { Refused } from './refusals.ts';
import { binary, literal, rowField } from './row-query.ts';
import type { Address, FilterData, Json, ListOptions } from './session.ts';
import type { Records, World } from './world.ts';

/** Fields of a part that the person may ever see, in order. */
export const seenFields = (world: World, entity: string, fields: readonly FieldUse[]): readonly string[] =>
  fields
    .map((use) => use.name.text)
    .filter(
      (name) =>
        world.facts.field(entity, name) !== null &&
        world.facts.field(entity, name)?.type.kind !== 'password' &&
        !world.access.neverSees(entity, name),
    );

/** The records of `E where …` that the person may read; refused to roles with a plain `no`. */
export function listed(place: Pick<PartPlace, 'world' | 'record'>, entity: string, where: Expression | null): Records {
  const { world, record } = place;
  const refused = unreadable(world, entity);
  if (refused !== null) throw new Refused([refused]);
  if (world.facts.entity(entity) === null) return world.list({ entity, conditions: [], ids: [] });
  const all = world.entity(entity, 'person');
  if (where === null) return all;
  // A condition that cannot be read lets nothing through.
  if (where.node === null) return world.list({ entity, conditions: [], ids: [] });
  return all.where(where.node, null, world.scope(record, undefined, 'person'));
}

/** A part's records as they are asked for: filtered by what the part offers, sorted, searched. */
export function narrowed(place: Pick<PartPlace, 'world' | 'options'>, part: Listing, all: Records): Records {
  const { world, options } = place;
  const entity = part.entity.text;
  let list = all;
  for (const [name, wanted] of Object.entries(options.filters ?? {})) {
    const field = world.facts.field(entity, name);
    if (field === null || world.access.neverSees(entity, name) || !part.filter.some((use) => use.name.text === name)) continue;
    const node = Array.isArray(wanted)
      ? anyOf(world, field, wanted as readonly Json[])
      : within(world, field, wanted as { from?: Json; to?: Json });
    if (node !== null) list = list.where(node, null, world.scope(null, undefined, 'person'));
  }
  return list;
}

export const sortingOf = (world: World, part: Listing, options: ListOptions) => {
  const entity = part.entity.text;
  const asked = options.sort ?? part.sort.map(({ field, descending }) => ({ field: field.text, descending }));
  const known = asked.filter(({ field }) => world.facts.field(entity, field) !== null && !world.access.neverSees(entity, field));
  const group = part.groupBy?.name.text;
  // Groups stay together, whatever the order within them.
  return group === undefined || known.some(({ field }) => field === group) ? known : [{ field: group, descending: false }, ...known];
};

export function searchOf(
  world: World,
  part: Listing,
  options: ListOptions,
): { readonly text: string; readonly fields: readonly string[] } | undefined {
  const text = options.search?.trim() ?? '';
  const fields = seenFields(world, part.entity.text, part.search);
  return text === '' || fields.length === 0 ? undefined : { text, fields };
}

/** Where each record leads; with `open SCREEN`, else nowhere. */
export function addressesOf(place: PartPlace, part: Listing, records: readonly RecordValue[]): Readonly<Record<string, Address>> {
  const screen = part.open === null ? null : place.world.facts.screen(part.open.text);
  if (screen === null) return {};
  return Object.fromEntries(
    records.flatMap((record): [string, Address][] => {
      const address = addressIn(place.world, screen, record);
      return address === null ? [] : [[record.id, address]];
    }),
  );
}

/** A value of a filter as it comes from outside. */
function filterValue(world: World, field: Field, json: Json): Value | undefined {
  if (json === null || json === '') return null;
  const { type } = field;
  if (type.kind === 'relation' || type.kind === 'members') {
    return typeof json === 'string' ? (world.record(type.entity.text, json, 'person') ?? undefined) : undefined;
  }
  const item = field.valueType.kind === 'list' ? field.valueType.of : field.valueType;
  const text = item.kind === 'boolean' && (json === 'true' || json === 'false') ? json === 'true' : json;
  const value = fromJson(text, item, world.timeZone);
  return value instanceof Mistake ? undefined : value;
}

function anyOf(world: World, field: Field, wanted: readonly Json[]): Node | null {
  if (wanted.length === 0) return null;
  const row = rowField(world, field.entity, field.name.text);
  const holdsMany = field.type.kind === 'list' || field.type.kind === 'members' || field.type.kind === 'inverse';
  const conditions = wanted.flatMap((json): Node[] => {
    const value = filterValue(world, field, json);
    if (value === undefined) return [];
    return [holdsMany ? binary('in', literal(value), row) : binary('==', row, literal(value))];
  });
  // What nothing can be leaves nothing.
  return conditions.reduce<Node>((a, b) => binary('||', a, b), literal(false));
}

function within(world: World, field: Field, { from, to }: { from?: Json; to?: Json }): Node | null {
  const row = rowField(world, field.entity, field.name.text);
  const bound = (json: Json | undefined, operator: '>=' | '<='): Node[] => {
    const value = json === undefined ? undefined : filterValue(world, field, json);
    return value === undefined || value === null ? [] : [binary(operator, row, literal(value))];
  };
  const conditions = [...bound(from, '>='), ...bound(to, '<=')];
  const [first, second] = conditions;
  return first === undefined ? null : second === undefined ? first : binary('&&', first, second);
}

/** More choices than this are no menu. */
const mostChoices = 200;

/** The filters that a list offers, with what there is to choose from. */
export function filtersOf(place: PartPlace, part: Listing, all: Records): readonly FilterData[] {
  const { world } = place;
  const entity = part.entity.text;
  return seenFields(world, entity, part.filter).flatMap((name): FilterData[] => {
    const field = world.facts.field(entity, name);
    if (field === null) return [];
    return [{ field: name, type: field.type.kind, choices: choicesOf(world, field, all) }];
  });
}

function choicesOf(world: World, field: Field, all: Records): FilterData['choices'] {
  const { type } = field;
  const none = field.required ? [] : [{ value: null, label: '' }];
  switch (type.kind) {
    case 'enum':
      return [...type.values.map(({ text }) => ({ value: text, label: text })), ...none];
    case 'state':
      return (world.facts.machine(field.entity, field.name.text)?.states ?? []).map(({ name }) => ({ value: name, label: name }));
    case 'boolean':
      return [
        { value: true, label: 'yes' },
        { value: false, label: 'no' },
      ];
    case 'relation':
    case 'members':
    case 'list':
    case 'text':
    case 'email':
      return [...inUse(world, field, all), ...(type.kind === 'relation' ? none : [])];
    default:
      // Numbers and dates are asked for by a range.
      return [];
  }
}

/** Of more records than this only so many are looked at for what they hold. */
const mostLookedAt = 1000;

/** The values that the listed records have, by label. */
function inUse(world: World, field: Field, all: Records): FilterData['choices'] {
  if (field.type.kind === 'relation' && all.size() > mostLookedAt) {
    const { records } = world.entity(field.type.entity.text, 'person').page({ limit: mostChoices });
    return byLabel(records.map((record) => ({ value: record.id, label: labelOf(world.facts, record) })));
  }
  const found = new Map<string, { value: Json; label: string }>();
  for (const record of all.page({ limit: mostLookedAt }).records) {
    if (!world.access.seesField(record, field.name.text)) continue;
    const value = readOrNull(record, field.name.text);
    for (const item of items(value) ?? [value]) {
      if (item === null || found.size >= mostChoices) continue;
      if (isRecord(item)) found.set(item.id, { value: item.id, label: labelOf(world.facts, item) });
      else found.set(valueToJson(item), { value: valueData(world, item), label: String(valueData(world, item)) });
    }
  }
  return byLabel([...found.values()]);
}

const byLabel = (choices: FilterData['choices']): FilterData['choices'] => [...choices].sort((a, b) => a.label.localeCompare(b.label));
