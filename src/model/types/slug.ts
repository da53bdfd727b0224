import { formattedText } from './reading.ts';
import type { PlainType } from './type.ts';

export const slug: PlainType = {
  ...formattedText('slug', 'must contain only letters, digits and hyphens', (text) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(text)),
  filledIn: 'when-absent',
  limited: true,
  examples: { right: ['boiler-leaks', 'größe_2'], wrong: ['boiler leaks', 'a/b'] },
};
