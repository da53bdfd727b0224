import type { Listing } from '../../model/ast/screens.ts';
import { isAddable } from '../../model/types/traits.ts';
import type { Query } from '../../store/store.ts';
import type { ListOptions } from '../part-data.ts';
import type { Json } from '../record-data.ts';
import type { Records, World } from '../world/world.ts';
import { seenColumns } from './columns.ts';
import { visibleFields } from './listing.ts';
import { valueData } from './record-data.ts';

/**
 * The columns of a list, and all available ones: the part's own first, then the others that the
 * person may see.
 */
export function columnsOf(
  world: World,
  part: Pick<Listing, 'entity' | 'fields'>,
  options: ListOptions,
): { readonly shown: readonly string[]; readonly offered: readonly string[] } {
  const entity = part.entity.text;
  const own = seenColumns(world, entity, part.fields).map(({ name }) => name.text);
  const others = [...(world.index.entity(entity)?.byName.values() ?? [])].filter(
    ({ name, type }) => name.text !== 'id' && type.kind !== 'inverse' && !own.includes(name.text),
  );
  const offered = [...own, ...visibleFields(world, entity, others)];
  const requested = (options.fields ?? []).filter((name) => offered.includes(name));
  return { shown: requested.length === 0 ? own : [...new Set(requested)], offered };
}

/** Maximum number of records that are read one by one to add up what the store cannot. */
const mostAdded = 5000;

/** The sums of the numeric fields over all records; a sum is null if it cannot be computed. */
export function totalsOf(
  world: World,
  found: Records,
  entity: string,
  fields: readonly string[],
  search: Query['search'],
): Readonly<Record<string, Json>> {
  const numbers = fields.filter((name) => isAddable(world.index.field(entity, name)));
  if (numbers.length === 0) return {};
  const sums = found.sums(numbers, search, mostAdded);
  return Object.fromEntries(numbers.map((name) => [name, valueData(world, sums.get(name) ?? null)]));
}
