import { fromJson } from '../../expression/values/json.ts';
import { inMicroseconds } from '../../expression/values/time.ts';
import { Timestamp } from '../../expression/values/value.ts';
import { fromGiven } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const datetime: PlainType = {
  ...defaultTraits,
  synonyms: ['timestamp', 'date time', 'moment', 'instant', 'point in time', 'date and time'],
  suggestedBy: /( at|\b(begins|starts|ends|deadline))$/i,
  storage: 'datetime',
  value: { kind: 'datetime' },
  schema: { type: 'string', format: 'date-time' },
  coerce(given, type, { timeZone }) {
    const value = given instanceof Timestamp ? given : fromGiven(given, type, timeZone);
    return value instanceof Timestamp ? inMicroseconds(value) : value;
  },
  // Spreadsheets separate date and time with a space.
  fromCell: (cell, type, { timeZone }) => fromJson(cell.trim().replace(/^(\d{4}-\d\d-\d\d) (\d)/u, '$1T$2'), type, timeZone),
  examples: { right: ['2026-01-05T09:30:00.000Z'], wrong: ['tomorrow', '2026-13-05T09:30:00Z', 0] },
};
