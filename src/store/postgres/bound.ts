import type { Parameter } from '../sql/connection.ts';
import type { Text } from './course.ts';

/** As Postgres reads it from text; bytes go as they are. */
export const bound = (value: Parameter): string | Buffer | null => {
  if (value === null || typeof value === 'string') return value;
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : String(value);
};

/** What of it a course follows. */
export const texts = (value: string | Buffer | null): Text => (typeof value === 'string' || value === null ? value : undefined);
