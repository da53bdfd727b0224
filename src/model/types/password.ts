import { text } from './text.ts';
import type { PlainType } from './type.ts';

/** Callers pass the password as text; only its hash is stored. */
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
