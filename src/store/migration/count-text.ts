import { plural } from '../../base/plural.ts';

/** A count with the entity's name in lower case: `1 ticket`, `3 tickets`, `2 price lists`. */
export function countText(amount: number, entity: string): string {
  const words = entity.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return pluralText(amount, words, plural(words));
}

export const pluralText = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`;
