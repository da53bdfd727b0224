import type { ColumnSchema, LinkSchema, Schema, TableSchema } from '../schema.ts';
import type { Renamed } from './renamed.ts';

interface Matched<T> {
  readonly pairs: readonly { readonly from: T; readonly to: T }[];
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

/**
 * Pairs old and new items by name, and by the rows on former names. Everything else counts as a
 * removal and an addition: similar names do not prove a rename.
 */
function match<T>(
  from: readonly T[],
  to: readonly T[],
  name: (item: T) => string,
  formerName: (item: T) => string | null | undefined,
): Matched<T> {
  const pairs: { from: T; to: T }[] = [];
  const removed = from.filter((item) => !to.some((other) => name(other) === name(item)));
  const added = to.filter((item) => !from.some((other) => name(other) === name(item)));
  for (const item of [...removed]) {
    const now = added.find((other) => name(other) === formerName(item));
    if (now === undefined) continue;
    pairs.push({ from: item, to: now });
    removed.splice(removed.indexOf(item), 1);
    added.splice(added.indexOf(now), 1);
  }
  for (const item of to) {
    const before = from.find((other) => name(other) === name(item));
    if (before !== undefined) pairs.push({ from: before, to: item });
  }
  return { pairs, added, removed };
}

/** Also returns `renamed`: the new names of entities by their old names. */
export function matchTables(
  from: Schema,
  to: Schema,
  renames: readonly Renamed[],
): Matched<TableSchema> & { readonly renamed: ReadonlyMap<string, string> } {
  const matched = match(
    from.tables,
    to.tables,
    (table) => table.entity,
    ({ entity }) => renames.find((one) => one.entity === entity && one.field === null)?.to,
  );
  const renamed = new Map(
    matched.pairs.filter((pair) => pair.from.entity !== pair.to.entity).map((pair) => [pair.from.entity, pair.to.entity]),
  );
  return { ...matched, renamed };
}

/** Pairs the columns of a table by field, and by the rows on former names. */
export function matchColumns(from: TableSchema, to: TableSchema, renames: readonly Renamed[]): Matched<ColumnSchema> {
  return match(
    from.columns,
    to.columns,
    (column) => column.field,
    ({ field }) => renames.find((one) => one.entity === from.entity && one.field === field && one.value === null)?.to,
  );
}

/** Pairs link tables that have the same target, by entity and field under their new names. */
export function matchLinks(
  from: Schema,
  to: Schema,
  renamed: ReadonlyMap<string, string>,
  renames: readonly Renamed[],
): Matched<LinkSchema> {
  const now = (entity: string): string => renamed.get(entity) ?? entity;
  const called = ({ entity, field }: LinkSchema): string =>
    renames.find((one) => one.entity === entity && one.field === field)?.to ?? field;
  const before = from.links.map((link) => ({ link, key: `${now(link.entity)}.${called(link)}`, target: now(link.target) }));
  const after = to.links.map((link) => ({ link, key: `${link.entity}.${link.field}`, target: link.target }));
  const pairs = before.flatMap((old) => {
    const found = after.find((item) => item.key === old.key && item.target === old.target);
    return found === undefined ? [] : [{ from: old.link, to: found.link }];
  });
  const removed = from.links.filter((link) => !pairs.some((pair) => pair.from === link));
  const added = to.links.filter((link) => !pairs.some((pair) => pair.to === link));
  return { pairs, added, removed };
}

/** The new names of renamed values, by the rows on former names. */
export function matchValues(from: readonly string[], to: readonly string[], renames: readonly Renamed[]): Readonly<Record<string, string>> {
  const renamed = renames.flatMap(({ value, to: now }) =>
    value !== null && now !== null && from.includes(value) && !to.includes(value) && to.includes(now) ? [[value, now] as const] : [],
  );
  // Reversed, so that the first row wins.
  return Object.fromEntries(renamed.reverse());
}
