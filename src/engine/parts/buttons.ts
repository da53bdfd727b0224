import { deleteData, eventData } from '../screens/event-data.ts';
import { recordData } from '../screens/record-data.ts';
import type { PartReader } from './part-reader.ts';

/** The record's events that the person may see, with the reason if one is disabled. */
export const readButtons: PartReader<'buttons'> = ({ world, record }, part) => {
  if (record === null) return { kind: 'buttons', record: null, events: [], delete: null };
  return {
    kind: 'buttons',
    record: recordData(world, record, []),
    events: part.events.flatMap(({ text }) => eventData(world, record, text) ?? []),
    delete: part.delete ? deleteData(world, record) : null,
  };
};
