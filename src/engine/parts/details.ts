import { seenFields } from '../screens/listing.ts';
import { recordData } from '../screens/record-data.ts';
import type { PartReader } from './part-reader.ts';

export const readDetails: PartReader<'details'> = ({ world, record }, part) => {
  if (record === null) return { kind: 'details', record: null, fields: [] };
  const fields = seenFields(world, record.entity, part.fields).filter((field) => world.access.seesField(record, field));
  return { kind: 'details', record: recordData(world, record, fields), fields };
};
