import { fromJson } from '../../expression/values/json.ts';
import { PlainDate } from '../../expression/values/value.ts';
import { fromGiven } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const date: PlainType = {
  ...defaultTraits,
  suggestedBy: /(\b(date|day|birthday|due|deadline|until|since)| on)$/i,
  storage: 'date',
  value: { kind: 'date' },
  schema: { type: 'string', format: 'date' },
  coerce: (given, type, { timeZone }) => (given instanceof PlainDate ? given : fromGiven(given, type, timeZone)),
  fromCell: (cell, type, { timeZone }) => fromJson(cell.trim(), type, timeZone),
  examples: { right: ['2026-01-05', '2024-02-29'], wrong: ['5 Jan 2026', '2026-02-30', 20260105] },
};
