import { editDistance } from '../../base/nearest.ts';
import type { ColumnSchema, LinkSchema, Schema, TableSchema } from '../schema.ts';
import type { Renamed } from './renamed.ts';

interface Matched<T> {
  readonly pairs: readonly { readonly from: T; readonly to: T }[];
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

/**
 * Whether one name counts as a rename of the other without asking: they differ by case or by one
 * letter. A digit more often separates two things (`address1`, `address2`), and so does one letter
 * of a short name.
 */
function isSlip(before: string, after: string): boolean {
  const [a, b] = [before.toLowerCase(), after.toLowerCase()];
  if (a === b) return true;
  const digits = (name: string): string => name.replace(/\D/g, '');
  return Math.min(a.length, b.length) > 2 && digits(a) === digits(b) && editDistance(a, b, 1) <= 1;
}

/**
 * Pairs old and new by name. Of the rest, one that disappeared and one that appeared in the same
 * place, otherwise equal and with nearly the same name, count as renamed. Everything else is a
 * removal and an addition, unless a person says otherwise: `told`.
 */
function match<T>(
  from: readonly T[],
  to: readonly T[],
  name: (item: T) => string,
  same: (a: T, b: T) => boolean,
  told: (item: T) => string | undefined,
): Matched<T> {
  const pairs: { from: T; to: T }[] = [];
  const removed = from.filter((item) => !to.some((other) => name(other) === name(item)));
  const added = to.filter((item) => !from.some((other) => name(other) === name(item)));
  for (const item of [...removed]) {
    const now = added.find((other) => name(other) === told(item));
    if (now === undefined) continue;
    pairs.push({ from: item, to: now });
    removed.splice(removed.indexOf(item), 1);
    added.splice(added.indexOf(now), 1);
  }
  for (const item of to) {
    const before = from.find((other) => name(other) === name(item));
    if (before !== undefined) pairs.push({ from: before, to: item });
  }
  const [gone, come] = [removed[0], added[0]];
  const once = removed.length === 1 && added.length === 1 && gone !== undefined && come !== undefined;
  if (once && from.indexOf(gone) === to.indexOf(come) && isSlip(name(gone), name(come)) && same(gone, come)) {
    return { pairs: [...pairs, { from: gone, to: come }], added: [], removed: [] };
  }
  return { pairs, added, removed };
}

/** `renamed`: the names that entities have now, by the names they had. */
export function matchTables(
  from: Schema,
  to: Schema,
  told: readonly Renamed[],
): Matched<TableSchema> & { readonly renamed: ReadonlyMap<string, string> } {
  const names = (table: TableSchema): string =>
    JSON.stringify(table.columns.map((column) => [column.field, column.type, column.values, column.item]));
  // Two entities without own fields look alike but are hardly the same: one may be the start of
  // something else. Without fields there is little to lose, so the names of the fields decide.
  const matched = match(
    from.tables,
    to.tables,
    (table) => table.entity,
    (a, b) => names(a) === names(b),
    ({ entity }) => told.find((one) => one.entity === entity && one.field === null)?.to,
  );
  const renamed = new Map(
    matched.pairs.filter((pair) => pair.from.entity !== pair.to.entity).map((pair) => [pair.from.entity, pair.to.entity]),
  );
  return { ...matched, renamed };
}

export function matchColumns(
  from: TableSchema,
  to: TableSchema,
  renamed: ReadonlyMap<string, string>,
  told: readonly Renamed[],
): Matched<ColumnSchema> {
  const kind = (column: ColumnSchema, target: string | null): string =>
    JSON.stringify([column.type, column.declared.replace(/^[A-Z].*/, ''), column.values, target, column.item, column.serial]);
  const now = (target: string | null): string | null => (target === null ? null : (renamed.get(target) ?? target));
  return match(
    from.columns,
    to.columns,
    (column) => column.field,
    (a, b) => kind(a, now(a.target)) === kind(b, b.target),
    ({ field }) => told.find((one) => one.entity === from.entity && one.field === field && one.value === null)?.to,
  );
}

export function matchLinks(from: Schema, to: Schema, renamed: ReadonlyMap<string, string>, told: readonly Renamed[]): Matched<LinkSchema> {
  const now = (entity: string): string => renamed.get(entity) ?? entity;
  const called = ({ entity, field }: LinkSchema): string => told.find((one) => one.entity === entity && one.field === field)?.to ?? field;
  const before = from.links.map((link) => ({ link, key: `${now(link.entity)}.${called(link)}`, target: now(link.target) }));
  const after = to.links.map((link) => ({ link, key: `${link.entity}.${link.field}`, target: link.target }));
  const pairs = before.flatMap((old) => {
    const found = after.find((item) => item.key === old.key && item.target === old.target);
    return found === undefined ? [] : [{ from: old.link, to: found.link }];
  });
  let removed = from.links.filter((link) => !pairs.some((pair) => pair.from === link));
  let added = to.links.filter((link) => !pairs.some((pair) => pair.to === link));
  // Within one entity: a removed list and an added one of the same records with nearly the same
  // name.
  for (const link of removed) {
    const alike = (other: LinkSchema): boolean => other.entity === now(link.entity) && other.target === now(link.target);
    const candidates = added.filter(alike);
    const rivals = removed.filter((other) => now(other.entity) === now(link.entity) && now(other.target) === now(link.target));
    const [only] = candidates;
    if (candidates.length !== 1 || rivals.length !== 1 || only === undefined || !isSlip(link.field, only.field)) continue;
    pairs.push({ from: link, to: only });
    removed = removed.filter((other) => other !== link);
    added = added.filter((other) => other !== only);
  }
  return { pairs, added, removed };
}

/**
 * Within ordered values, one that became another in its place with nearly the same name: a renamed
 * state or enum value. And those that a person named.
 */
export function matchValues(from: readonly string[], to: readonly string[], told: readonly Renamed[]): Readonly<Record<string, string>> {
  const said = told.flatMap(({ value, to: now }) =>
    value !== null && from.includes(value) && !to.includes(value) && to.includes(now) ? [[value, now] as const] : [],
  );
  if (said.length > 0) return Object.fromEntries(said);
  if (from.length !== to.length) return {};
  const changed = from.filter((value, place) => value !== to[place]);
  const [gone] = changed;
  const come = gone === undefined ? undefined : to[from.indexOf(gone)];
  return changed.length === 1 &&
    gone !== undefined &&
    come !== undefined &&
    !from.includes(come) &&
    !to.includes(gone) &&
    isSlip(gone, come)
    ? { [gone]: come }
    : {};
}
