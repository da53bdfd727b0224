import type { ModelIndex } from '../document/model-index.ts';
import type { Json } from '../record-data.ts';
import type { DataRow } from './data-set.ts';

/** A row with the id that its record has, or will have. */
export interface KnownRow {
  readonly row: DataRow;
  readonly id: string;
}

export const keyOf = (entity: string, id: string): string => `${entity}/${id}`;

/** Ids that a row refers to, with the field and the entity. */
export function referencesOf(
  index: ModelIndex,
  { entity, values }: DataRow,
): { readonly field: string; readonly entity: string; readonly id: string }[] {
  return [...values].flatMap(([name, value]) => {
    const type = index.field(entity, name)?.type;
    if (type?.kind !== 'relation' && type?.kind !== 'members') return [];
    const items: readonly Json[] = Array.isArray(value) ? value : [value];
    return items.flatMap((item) => {
      const id = idOf(item);
      return id === null ? [] : [{ field: name, entity: type.entity.text, id }];
    });
  });
}

/** An id, a number where ids are counted, or a relation as the product shows it. */
export function idOf(value: Json): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null && 'id' in value ? idOf(value.id as Json) : null;
}

/** The fields in which a row refers to itself, and which may be empty first. */
const selfReferences = (index: ModelIndex, { row, id: own }: KnownRow): ReadonlySet<string> =>
  new Set(
    referencesOf(index, row).flatMap(({ field, entity, id }) =>
      entity === row.entity && id === own && index.field(entity, field)?.required !== true ? [field] : [],
    ),
  );

/**
 * Sorts rows so that each comes after those it refers to, as far as possible. `late`: fields of
 * rows in a cycle, to be set when all rows exist.
 */
export function inOrderOfNeed(
  index: ModelIndex,
  rows: readonly KnownRow[],
): { readonly ordered: readonly KnownRow[]; readonly late: ReadonlyMap<KnownRow, ReadonlySet<string>> } {
  const byKey = new Map(rows.map((known) => [keyOf(known.row.entity, known.id), known]));
  const waitingFor = new Map<KnownRow, Set<KnownRow>>();
  const neededBy = new Map<KnownRow, KnownRow[]>();
  for (const known of rows) {
    const needs = new Set(
      referencesOf(index, known.row).flatMap(({ entity, id }) => {
        const other = byKey.get(keyOf(entity, id));
        return other === undefined || other === known ? [] : [other];
      }),
    );
    if (needs.size > 0) waitingFor.set(known, needs);
    for (const other of needs) {
      const needing = neededBy.get(other);
      if (needing === undefined) neededBy.set(other, [known]);
      else needing.push(known);
    }
  }
  const ordered: KnownRow[] = [];
  // A record that refers to itself is not there yet, either.
  const late = new Map(
    rows.flatMap((known): [KnownRow, ReadonlySet<string>][] => {
      const fields = selfReferences(index, known);
      return fields.size === 0 ? [] : [[known, fields]];
    }),
  );
  const done = new Set<KnownRow>();
  const ready = rows.filter((known) => !waitingFor.has(known));
  const take = (known: KnownRow): void => {
    done.add(known);
    ordered.push(known);
    for (const other of neededBy.get(known) ?? []) {
      const needs = waitingFor.get(other);
      needs?.delete(known);
      if (needs?.size === 0 && !done.has(other)) ready.push(other);
    }
  };
  const missingFields = (known: KnownRow): ReadonlySet<string> => {
    const missing = waitingFor.get(known) ?? new Set();
    const fields = referencesOf(index, known.row).filter(({ entity, id }) => missing.has(byKey.get(keyOf(entity, id)) as KnownRow));
    return new Set(fields.map(({ field }) => field));
  };
  const canWait = (known: KnownRow): boolean =>
    [...missingFields(known)].every((field) => index.field(known.row.entity, field)?.required !== true);
  // The list of ready rows grows during the loop; of a cycle, one row is taken without its missing
  // references.
  for (let at = 0; done.size < rows.length; ) {
    const known = ready[at];
    if (known !== undefined) {
      at++;
      if (!done.has(known)) take(known);
      continue;
    }
    const left = rows.filter((row) => !done.has(row));
    const first = left.find(canWait) ?? (left[0] as KnownRow);
    late.set(first, new Set([...(late.get(first) ?? []), ...missingFields(first)]));
    take(first);
  }
  return { ordered, late };
}
