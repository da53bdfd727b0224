import { formed } from './reading.ts';
import type { PlainType } from './type.ts';

export const email: PlainType = {
  ...formed(
    'email',
    'must be an email address',
    // As browsers do (HTML, valid e-mail address), but with a dot or letters beyond ASCII allowed
    // in the domain.
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
