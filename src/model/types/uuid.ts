import { formattedText } from './reading.ts';
import type { PlainType } from './type.ts';

export const uuid: PlainType = {
  ...formattedText('uuid', 'must be a UUID', (text) => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text), { format: 'uuid' }),
  synonyms: ['guid', 'id'],
  examples: { right: ['0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'], wrong: ['1', '0190a1b2c3d47e5f8a9b0c1d2e3f4a5b'] },
};
