import type { PartReader } from '../reading/part.ts';

/** `sign-in form` */
export const signInForm: PartReader<'sign-in'> = {
  begins: /^sign[-\s]in\s+form(?=$|\s(?:as|for|when)\s)/i,
  read: () => ({ kind: 'sign-in' }),
};
