import { text } from './text.ts';
import type { PlainType } from './type.ts';

/** Random text that the product generates for each new record: the unguessable part of a link. */
export const secret: PlainType = {
  ...text,
  synonyms: ['token'],
  settable: false,
  filledIn: 'when-absent',
  limited: false,
  short: false,
  searched: false,
  offersUsed: false,
  hidden: true,
  examples: { right: ['Zk3wV0aQm1r8sT5uX2yB7cD4eF6gH9jL'], wrong: [7, true, ['a']] },
};

/** The length of a secret in characters of 6 bits each, 192 bits in all. */
export const secretLength = 32;
