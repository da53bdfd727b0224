import { anyType } from '../../expression/types/type.ts';
import { asJson, trimmed } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

/**
 * One of the states of section 4, set by events. Without a table of transitions its values are
 * unknown.
 */
export const state: PlainType = {
  ...defaultTraits,
  synonyms: ['status'],
  suggestedBy: /^(status|state|stage)$/,
  storage: 'state',
  value: anyType,
  schema: { type: 'string' },
  settable: false,
  filledIn: 'always',
  filtered: true,
  coerce: (given, type, { timeZone }) => asJson(given, type, timeZone),
  fromCell: trimmed,
  examples: { right: ['open'], wrong: [] },
};
