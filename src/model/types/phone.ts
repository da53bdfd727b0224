import { formattedText } from './reading.ts';
import type { PlainType } from './type.ts';

export const phone: PlainType = {
  ...formattedText('phone', 'must be a phone number', (text) => /^\+?[\d\s()./-]{2,40}$/.test(text) && /\d.*\d/.test(text)),
  synonyms: ['telephone'],
  suggestedBy: /\b(phone|mobile|telephone)( number)?$/i,
  examples: { right: ['+43 1 58858-0', '(01) 588 58'], wrong: ['call me', '1', '+'] },
};
