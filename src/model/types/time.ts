import { fromJson } from '../../expression/values/json.ts';
import { PlainTime } from '../../expression/values/value.ts';
import { fromGiven } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const time: PlainType = {
  ...defaultTraits,
  suggestedBy: /( time|\bhour)$/i,
  storage: 'time',
  value: { kind: 'time' },
  schema: { type: 'string', pattern: '^\\d{2}:\\d{2}(:\\d{2})?$' },
  coerce: (given, type, { timeZone }) => (given instanceof PlainTime ? given : fromGiven(given, type, timeZone)),
  fromCell: (cell, type, { timeZone }) => fromJson(cell.trim(), type, timeZone),
  examples: { right: ['09:30', '23:59:59'], wrong: ['9 o’clock', '24:30', 930] },
};
