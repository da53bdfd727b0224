import { formattedText } from './reading.ts';
import type { PlainType } from './type.ts';

export const color: PlainType = {
  ...formattedText('color', 'must be a colour such as #1a7f37', (text) => /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text), {
    pattern: '^#',
  }),
  synonyms: ['colour'],
  suggestedBy: /\b(colou?r)$/i,
  examples: { right: ['#1a7f37', '#FFF'], wrong: ['green', '#12345', '1a7f37'] },
};
