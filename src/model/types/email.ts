import { formattedText } from './reading.ts';
import type { PlainType } from './type.ts';

export const email: PlainType = {
  ...formattedText(
    'email',
    'must be an email address',
    // Like browsers (HTML, valid e-mail address), but also accepts non-ASCII letters.
    (text) => text.length <= 254 && /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)*$/.test(text),
    { format: 'email' },
  ),
  synonyms: ['mail', 'e-mail'],
  suggestedBy: /\be-?mail$/i,
  limited: true,
  searched: true,
  offersUsed: true,
  folded: true,
  examples: { right: ['ana@example.org', 'ana@exämple'], wrong: ['ana', 'ana@', 'a b@example.org', 7] },
};
