import { createHash } from 'node:crypto';

/** Tells one text of a document from another. */
export const documentMark = (text: string): string => createHash('sha256').update(text).digest('base64');
