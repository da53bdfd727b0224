import type { Platform } from '../base/platform.ts';

/** The seed of a run that names none: six hexadecimal digits. */
export const newSeed = ({ randomBytes }: Platform): string =>
  [...randomBytes(3)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What the texts of a run carry. */
export const markerOf = (seed: string): string => `v${seed}x`;
