import { formattedText } from './reading.ts';
import type { PlainType } from './type.ts';

export const url: PlainType = {
  ...formattedText(
    'url',
    'must be an address that begins with http:// or https://',
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    {
      format: 'uri',
    },
  ),
  synonyms: ['link', 'uri'],
  limited: true,
  suggestedBy: /\b(url|website|link|homepage)$/i,
  examples: { right: ['https://example.org/a?b=c'], wrong: ['example.org', 'javascript:alert(1)', 'https://'] },
};
