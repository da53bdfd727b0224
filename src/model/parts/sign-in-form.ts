import type { PartReader } from '../reading/part.ts';

/** `sign-in form` */
export const signInForm: PartReader<'sign-in'> = {
  begins: /^sign[-\s]in\s+form(?=$|\s(?:for|when)\s)/i,
  read: () => ({ kind: 'sign-in' }),
};
