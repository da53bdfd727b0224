import type { Platform } from '../base/platform.ts';

/** A random seed for runs that do not name one: six hexadecimal digits. */
export const newSeed = ({ randomBytes }: Platform): string =>
  [...randomBytes(3)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The marker in every text that a run writes, so that its data can be recognized. */
export const markerOf = (seed: string): string => `v${seed}x`;
