/** What a document is called in an address that carries it: no id begins so. */
export const sharedPrefix = 'shared:';
