/*
 * Names and errors built into every product without being listed: the part of the vocabulary that a
 * running product needs.
 */

/** The product's own errors, which need not be listed (NOTATION, section 8). */
export const ownErrors = [
  { name: 'UNAUTHORIZED', status: 401, message: 'Please sign in.', shown: 'page' },
  { name: 'FORBIDDEN', status: 403, message: 'You don’t have access.', shown: 'toast' },
  { name: 'NOT_FOUND', status: 404, message: 'There is no such {entity}.', shown: 'page' },
  { name: 'CONFLICT', status: 409, message: 'This isn’t possible right now.', shown: 'toast' },
  { name: 'INVALID', status: 422, message: '{field} isn’t valid.', shown: 'toast' },
  { name: 'TOO_MANY_ATTEMPTS', status: 429, message: 'Too many attempts. Try again in {limit}.', shown: 'toast' },
  { name: 'TOO_EXPENSIVE', status: 422, message: 'This request is too large. Narrow it down and try again.', shown: 'toast' },
] as const;

/** The slots that a message may use besides constants and the record's fields. */
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
 * Errors that can refuse a request before its call begins. If section 8 lists one, the error body
 * uses that row's Message and Key.
 */
export const requestErrors: readonly string[] = requestCodes;

/**
 * The parameter in which a caller of section 7 passes their current password to change a sign-in
 * field.
 */
export const currentPasswordName = 'currentPassword';

/** The parameter in which a person signing in passes the code of their second factor. */
export const codeName = 'code';
