import type { Listing } from '../../model/ast/screens.ts';
import { isPinned } from '../access/pinned.ts';
import { fieldGrant } from '../access/reach.ts';
import { isFor } from '../change/transitions.ts';
import type { InputData } from '../form-data.ts';
import type { PartData, UnreadFilter } from '../part-data.ts';
import { rowsData, seesField, unordered } from '../screens/columns.ts';
import { eventInputs, fieldInput } from '../screens/inputs.ts';
import { columnsOf, totalsOf } from '../screens/list-columns.ts';
import { filteredRecords, filtersOf } from '../screens/list-filters.ts';
import { addressesOf, groupOf, listed, mostCounted, rowsOf, searchOf, sortingOf, visibleFields } from '../screens/listing.ts';
import type { World } from '../world/world.ts';
import { composerOf } from './composer.ts';
import type { PartPlace, PartReader } from './part-reader.ts';

const usualPage = 25;

export const readList: PartReader<'list'> = (place, part) => {
  const data = readListing(place, part, 'list');
  return part.talk === null ? data : { ...data, composer: composerOf(place, part) };
};

export function readListing(
  place: PartPlace,
  part: Listing,
  kind: 'list' | 'cards',
): Extract<PartData, { readonly kind: 'list' | 'cards' }> {
  const { world, options } = place;
  const entity = part.entity.text;
  const all = listed(place, entity, part.where);
  const sort = sortingOf(place, part);
  const perPage = part.perPage ?? usualPage;
  const search = searchOf(place, part);
  const unread: UnreadFilter[] = [];
  const found = filteredRecords(place, part, all, unread);
  const { shown: fields, offered } = columnsOf(world, part, options);
  const group = groupOf(world, part, options);
  const page = found.page({
    sort,
    ...rowsOf(options.totals === undefined ? options : { limit: 0 }, perPage),
    ...(options.exact === true ? {} : { most: mostCounted }),
    ...(search === undefined ? {} : { search }),
  });
  const edit = visibleFields(world, entity, part.edit);
  const columns = [...new Set([...fields, ...edit, ...(group === null ? [] : [group])])];
  return {
    kind,
    rows: rowsData(place, part.fields, page.records, columns),
    total: page.total,
    more: page.more,
    fields,
    offered,
    unordered: unordered(place, part, offered),
    group,
    totals:
      options.totals === undefined
        ? {}
        : totalsOf(
            world,
            found,
            entity,
            options.totals.filter((name) => offered.includes(name)),
            search,
          ),
    unread,
    imports: world.access.grant(entity, 'create').kind !== 'no',
    filters: options.totals !== undefined ? [] : filtersOf(place, part, all),
    sort: (options.sort ?? part.sort.map(({ field, descending }) => ({ field: field.text, descending }))).filter((one) =>
      sort.some(({ field }) => field === one.field),
    ),
    perPage,
    open: part.open?.text ?? null,
    addresses: addressesOf(place, part, page.records),
    bulk: bulkOf(world, entity, part),
    edit: editInputs(world, entity, edit),
  };
}

/** Inputs for those of the fields that the person may change in some record. */
const editInputs = (world: World, entity: string, names: readonly string[]): readonly InputData[] =>
  names.flatMap((name) => {
    const field = world.index.field(entity, name);
    const grant = fieldGrant(world, entity, 'update', name);
    return field === null || !field.settable || grant.kind === 'no' || isPinned(grant, name) ? [] : [fieldInput(world, field, null)];
  });

/**
 * Inputs for the fields that can be changed in several records together. Excludes unique fields,
 * because all records would get the same value.
 */
export function editable(world: World, name: string): readonly InputData[] {
  const entity = world.index.entity(name);
  const fields = (entity?.fields ?? []).filter(({ builtIn, unique, type }) => !builtIn && !unique && type.kind !== 'inverse');
  return editInputs(
    world,
    name,
    fields.map((field) => field.name.text).filter((field) => seesField(world, name, field)),
  );
}

/**
 * Events that the person may trigger on some of the records; the event itself checks each record.
 */
function bulkOf(world: World, entity: string, part: Listing) {
  return part.bulk.flatMap(({ text: event }) => {
    if (event === 'delete')
      return world.access.grant(entity, 'delete').kind === 'no' ? [] : [{ event, parameters: [], to: null, field: '' }];
    if (world.access.grant(entity, event).kind === 'no') return [];
    const row = world.index.rowsOf(entity, event).find(({ transition }) => isFor(world, transition, 'person', null));
    if (row === undefined) return [];
    const { transition, machine } = row;
    return [{ event, parameters: eventInputs(world, entity, transition, null), to: transition.to?.text ?? null, field: machine.field }];
  });
}
