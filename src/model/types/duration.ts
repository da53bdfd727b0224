import { fromJson } from '../../expression/values/json.ts';
import { inMicroseconds } from '../../expression/values/time.ts';
import { Duration } from '../../expression/values/value.ts';
import { fromGiven } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const duration: PlainType = {
  ...defaultTraits,
  suggestedBy: /\b(duration|time spent|estimate)$/i,
  storage: 'duration',
  value: { kind: 'duration' },
  schema: { type: 'string', format: 'duration' },
  addable: true,
  coerce(given, type, { timeZone }) {
    const value = given instanceof Duration ? given : fromGiven(given, type, timeZone);
    return value instanceof Duration ? inMicroseconds(value) : value;
  },
  fromCell: (cell, type, { timeZone }) => fromJson(cell.trim(), type, timeZone),
  examples: { right: ['PT1H30M', 'P14D'], wrong: ['a while', 90] },
};
