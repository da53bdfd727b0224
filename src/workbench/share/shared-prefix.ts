/** The prefix of a document embedded in an address; no id starts with it. */
export const sharedPrefix = 'shared:';
