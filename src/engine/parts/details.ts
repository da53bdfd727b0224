import { rowsData, seenColumns } from '../screens/columns.ts';
import type { PartReader } from './part-reader.ts';

export const readDetails: PartReader<'details'> = (place, part) => {
  const { world, record } = place;
  if (record === null) return { kind: 'details', record: null, fields: [] };
  const fields = seenColumns(world, record.entity, part.fields)
    .filter(({ name, value }) => value !== null || world.access.seesField(record, name.text))
    .map(({ name }) => name.text);
  return { kind: 'details', record: rowsData(place, part.fields, [record], fields)[0] ?? null, fields };
};
