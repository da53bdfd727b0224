import type { FormerName } from '../../model/ast/entities.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { Renamed } from './renamed.ts';

/**
 * All that is known about former names: what a person confirmed, which takes precedence, and the
 * document's tables `Was | Is | How`. A row about a former name of a former name counts too, so
 * data of any earlier version finds its way.
 */
export function renamesOf(model: RunModel, renames: readonly Renamed[]): readonly Renamed[] {
  const written = model.entities.flatMap(({ name, former, byName }): readonly Renamed[] => {
    const entities = former.filter((row) => row.is !== null && row.is.field === null).map((row) => row.field);
    const renamed: Renamed[] = entities.map((entity) => ({ entity, field: null, value: null, to: name.text }));
    const earlier = [...renames, ...renamed].flatMap((one) => (one.field === null && one.to === name.text ? [one.entity] : []));
    const has = (field: string): boolean => byName.has(field);
    const fields = former.flatMap((row) => (row.value === null && row.is?.field !== null ? [fieldRename(row, former, has)] : []));
    const values = former.flatMap((row) => (row.value === null ? [] : valueRenames(row, row.value, former, fields)));
    return [...renamed, ...[name.text, ...earlier].flatMap((entity) => [...fields, ...values].map((one): Renamed => ({ entity, ...one })))];
  });
  return [...renames, ...written];
}

type FieldRename = Omit<Renamed, 'entity'>;

/** The final name of a field, following the rows about its names in between. */
function fieldRename(row: FormerName, rows: readonly FormerName[], has: (field: string) => boolean): FieldRename {
  let to = row.is?.field ?? null;
  for (let steps = 0; to !== null && !has(to) && steps < rows.length; steps++) {
    const next = rows.find((other) => other.value === null && other.field === to);
    if (next === undefined) break;
    to = next.is?.field ?? null;
  }
  return { field: row.field, value: null, to };
}

/** The same for a value, under each name that its field ever had. */
function valueRenames(row: FormerName, value: string, rows: readonly FormerName[], fields: readonly FieldRename[]): readonly FieldRename[] {
  let is = row.is;
  for (let steps = 0; is !== null && steps < rows.length; steps++) {
    const next = rows.find((other) => other !== row && other.value === is?.value && other.field === is?.field);
    if (next === undefined) break;
    is = next.is;
  }
  const now = row.is?.field ?? fields.find((one) => one.field === row.field)?.to ?? row.field;
  const names = new Set([row.field, now, ...fields.flatMap((one) => (one.to === now && one.field !== null ? [one.field] : []))]);
  return [...names].map((field) => ({ field, value, to: is?.value ?? null }));
}
