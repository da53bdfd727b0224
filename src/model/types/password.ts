import { text } from './text.ts';
import type { PlainType } from './type.ts';

/** A caller gives the text; what is kept is its hash. */
export const password: PlainType = {
  ...text,
  synonyms: [],
  suggestedBy: /\bpassword$/i,
  schema: { type: 'string', format: 'password', writeOnly: true },
  limited: false,
  short: false,
  searched: false,
  offersUsed: false,
  secret: true,
};
