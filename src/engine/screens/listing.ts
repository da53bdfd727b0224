import type { Expression } from '../../expression/expression.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { FieldUse, Listing } from '../../model/ast/screens.ts';
import { screenAbout } from '../../model/lookup.ts';
import type { Query, SortKey } from '../../store/store.ts';
import { Refused } from '../change/refusals.ts';
import { unreadable } from '../operations/get.ts';
import type { ListOptions } from '../part-data.ts';
import type { PartPlace } from '../parts/part-reader.ts';
import type { Address } from '../record-data.ts';
import type { Records, World } from '../world/world.ts';
import { addressIn } from './addresses.ts';
import { rowValue, seenColumns, seesField, seesValue, valueNamed } from './columns.ts';

/** The context in which a list is read, with the person's options. */
type ListPlace = Pick<PartPlace, 'world' | 'record' | 'options'>;

/** The fields of a part that the person may see in some record, in order. */
export const visibleFields = (world: World, entity: string, fields: readonly FieldUse[]): readonly string[] =>
  fields.map((use) => use.name.text).filter((name) => seesField(world, entity, name));

/**
 * The records of `E where …` that the person may read. Throws Refused if no role of the person may
 * read the entity.
 */
export function listed(place: Pick<PartPlace, 'world' | 'record'>, entity: string, where: Expression | null): Records {
  const { world, record } = place;
  const refused = unreadable(world, entity);
  if (refused !== null) throw new Refused([refused]);
  if (world.index.entity(entity) === null) return world.list({ entity, conditions: [], ids: [] });
  const all = world.entity(entity, 'person');
  if (where === null) return all;
  // A condition that does not parse matches nothing.
  if (where.node === null) return world.list({ entity, conditions: [], ids: [] });
  return all.where(where.node, null, world.scope(record, undefined, 'person'));
}

export function sortingOf(place: ListPlace, part: Listing): readonly SortKey[] {
  const { world, options } = place;
  const entity = part.entity.text;
  const keys = options.sort ?? part.sort.map(({ field, descending }) => ({ field: field.text, descending }));
  const known = keys.flatMap(({ field, descending }): SortKey[] => {
    const value = valueNamed(part, field);
    if (value === null)
      return world.index.field(entity, field) === null || world.access.neverSees(entity, field) ? [] : [{ field, descending }];
    const row = seesValue(world, value) ? rowValue(place, value) : null;
    return row === null ? [] : [{ field, descending, value: row }];
  });
  const group = groupOf(world, part, options) ?? undefined;
  // Groups stay together, whatever the order within them.
  return group === undefined || known.some(({ field }) => field === group) ? known : [{ field: group, descending: false }, ...known];
}

/** The usual limit of counts: counting a million records takes half a second. */
export const mostCounted = 10_000;

/** Maximum number of rows in one page. */
const mostRows = 1000;

/** The requested rows, within limits; `usual`: the default limit. */
export function rowsOf({ offset = 0, limit }: ListOptions, usual: number): { readonly offset: number; readonly limit: number } {
  const whole = (value: number, most: number): number => (Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 0), most) : 0);
  return { offset: whole(offset, Number.MAX_SAFE_INTEGER), limit: limit === undefined ? usual : whole(limit, mostRows) };
}

/** The field to group by: the person's choice, else the part's. */
export function groupOf(world: World, part: Pick<Listing, 'entity' | 'groupBy'>, options: ListOptions): string | null {
  const groupField = options.group === undefined ? (part.groupBy?.name.text ?? null) : options.group;
  const entity = part.entity.text;
  return groupField === null || world.index.field(entity, groupField) === null || world.access.neverSees(entity, groupField)
    ? null
    : groupField;
}

export function searchOf(place: ListPlace, part: Listing): Query['search'] {
  const text = place.options.search?.trim() ?? '';
  const columns = seenColumns(place.world, part.entity.text, part.search);
  if (text === '' || columns.length === 0) return undefined;
  return {
    text,
    fields: columns.filter(({ value }) => value === null).map(({ name }) => name.text),
    values: columns.flatMap(({ value }) => (value === null ? [] : (rowValue(place, value) ?? []))),
  };
}

/**
 * The addresses of records, by id: the screen of `open`, else the one about the entity. Leaves out
 * records whose screen the person may not open.
 */
export function addressesOf(place: PartPlace, part: Listing, records: readonly RecordValue[]): Readonly<Record<string, Address>> {
  const { index } = place.world;
  const screen = part.open === null ? screenAbout(index.model, part.entity.text) : index.screen(part.open.text);
  if (screen === undefined || screen === null) return {};
  return Object.fromEntries(
    records.flatMap((record): [string, Address][] => {
      const address = addressIn(place.world, screen, record);
      return address === null ? [] : [[record.id, address]];
    }),
  );
}
