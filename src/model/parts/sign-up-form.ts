import type { PartReader } from '../reading/part.ts';

/** `sign-up form` */
export const signUpForm: PartReader<'sign-up'> = {
  begins: /^sign[-\s]up\s+form(?=$|\s(?:as|for|when)\s)/i,
  read: () => ({ kind: 'sign-up' }),
};
