import { fromJson, Mistake } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import { plainData } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const json: PlainType = {
  ...defaultTraits,
  synonyms: ['object'],
  storage: 'json',
  value: { kind: 'json' },
  schema: {},
  short: false,
  coerce: plainData,
  fromCell: read,
  examples: { right: [{ a: [1, 'b', true] }, 'text', 1], wrong: [] },
};

function read(cell: string): Value | Mistake {
  try {
    return fromJson(JSON.parse(cell), { kind: 'any' });
  } catch (error) {
    if (error instanceof SyntaxError) return new Mistake('must be JSON', 'json');
    throw error;
  }
}
