import { createHash } from 'node:crypto';

/** A short hash that distinguishes the texts of documents. */
export const documentMark = (text: string): string => createHash('sha256').update(text).digest('base64');
