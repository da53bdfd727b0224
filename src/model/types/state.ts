import { anyType } from '../../expression/types/type.ts';
import { asJson, trimmed } from './reading.ts';
import { type PlainType, usual } from './type.ts';

/**
 * One of the states of section 4, set by events. Without a table of transitions its values are
 * unknown.
 */
export const state: PlainType = {
  ...usual,
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
