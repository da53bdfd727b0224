import type { FileData } from '../../engine/record-data.ts';

export const isFileData = (value: unknown): value is FileData =>
  typeof value === 'object' && value !== null && 'mediaType' in value && 'size' in value;
