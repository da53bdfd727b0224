/*
 * Names and errors that every product has without its document listing them: the part of the
 * vocabulary that a running product needs.
 */

/** The product's own errors: they exist without being listed (NOTATION, section 8). */
export const ownErrors = [
  { name: 'UNAUTHORIZED', status: 401, message: 'Please sign in.', shown: 'page' },
  { name: 'FORBIDDEN', status: 403, message: 'You don’t have access.', shown: 'toast' },
  { name: 'NOT_FOUND', status: 404, message: 'There is no such {entity}.', shown: 'page' },
  { name: 'CONFLICT', status: 409, message: 'This isn’t possible right now.', shown: 'toast' },
  { name: 'INVALID', status: 422, message: '{field} isn’t valid.', shown: 'toast' },
  { name: 'TOO_MANY_ATTEMPTS', status: 429, message: 'Too many attempts. Try again in {limit}.', shown: 'toast' },
  { name: 'TOO_EXPENSIVE', status: 422, message: 'This request is too large. Narrow it down and try again.', shown: 'toast' },
] as const;

/** What a message may say in braces besides constants and fields of the record. */
export const messageSlots: readonly string[] = ['field', 'entity', 'value', 'limit'];

const requestCodes = [
  'MALFORMED',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'REQUEST_TIMEOUT',
  'PRECONDITION_FAILED',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'FAILED',
  'TIMEOUT',
  'OUTCOME_UNKNOWN',
  'UNAVAILABLE',
] as const;

export type RequestError = (typeof requestCodes)[number];

/**
 * What a request may be refused with before its call begins. Section 8 may list them: then the
 * error body has the Message and the Key of that row.
 */
export const requestErrors: readonly string[] = requestCodes;

/**
 * Under this name a caller of section 7 gives their own current password, where they change what an
 * account is signed in with.
 */
export const currentPasswordName = 'currentPassword';

/** Under this name a person who signs in gives the code of their second factor. */
export const codeName = 'code';
