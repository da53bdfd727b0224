import type { Column, Listing } from '../../model/ast/screens.ts';
import { isSearched } from '../../model/types/traits.ts';
import type { ListOptions, RecordsData } from '../part-data.ts';
import type { Address } from '../record-data.ts';
import type { World } from '../world/world.ts';
import { addressOf } from './addresses.ts';
import { filteredRecords } from './list-filters.ts';
import { listed, rowsOf, searchOf, sortingOf } from './listing.ts';
import { ownFields, recordData } from './record-data.ts';

const usualPage = 50;

/**
 * Records of an entity as in a list with all of its fields: what the person may read, with any
 * sort, filter and search.
 */
export function readRecords(world: World, entity: string, options: ListOptions): RecordsData {
  const fields = ownFields(world, entity);
  const span = { from: 0, to: 0 };
  const uses = fields.map((text): Column => ({ name: { text, span }, title: null, value: null, end: null }));
  const listing: Listing = {
    entity: { text: entity, span },
    where: null,
    fields: uses,
    sort: [],
    search: uses.filter(({ name }) => isSearched(world.index.field(entity, name.text))),
    filter: uses,
    groupBy: null,
    perPage: null,
    open: null,
    bulk: [],
    edit: [],
    empty: null,
  };
  const place = { world, record: null, options };
  const search = searchOf(place, listing);
  const page = filteredRecords(place, listing, listed(place, entity, null)).page({
    sort: sortingOf(place, listing),
    ...rowsOf(options, usualPage),
    ...(search === undefined ? {} : { search }),
  });
  const addresses = page.records.flatMap((record): [string, Address][] => {
    const address = addressOf(world, record);
    return address === null ? [] : [[record.id, address]];
  });
  return {
    rows: page.records.map((record) => recordData(world, record, fields)),
    total: page.total,
    addresses: Object.fromEntries(addresses),
  };
}
