/** `1 ticket`, `3 tickets`; an entity's name in small letters: `2 price lists`. */
export function count(amount: number, entity: string): string {
  const words = entity.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return several(amount, words, plural(words));
}

export const several = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`;

function plural(words: string): string {
  if (/(s|x|z|ch|sh)$/.test(words)) return `${words}es`;
  return /[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`;
}
