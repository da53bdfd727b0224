import { Mistake } from '../../expression/values/json.ts';
import { asJson } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

const words: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', '1'].map((word): [string, boolean] => [word, true]),
  ...['no', 'false', '0'].map((word): [string, boolean] => [word, false]),
]);

export const boolean: PlainType = {
  ...defaultTraits,
  synonyms: ['bool', 'yes/no', 'yes or no', 'true or false', 'checkbox'],
  suggestedBy: /^(is|has|can|was) |^(active|done|paid|public|archived|urgent|confirmed|important)$/i,
  storage: 'boolean',
  value: { kind: 'boolean' },
  schema: { type: 'boolean' },
  filtered: true,
  coerce: (given, type, { timeZone }) => asJson(given, type, timeZone),
  fromCell: (cell) => words.get(cell.trim().toLowerCase()) ?? new Mistake('must be yes or no', 'boolean'),
  examples: { right: [true, false], wrong: ['true', 1, ''] },
};
