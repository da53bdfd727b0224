/**
 * Irregular English nouns that are common in names, singular and plural. They also apply to words
 * that end in one of them (`salesperson`).
 */
const irregular: readonly (readonly [one: string, several: string])[] = [
  ['person', 'people'],
  ['child', 'children'],
  ['woman', 'women'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['mouse', 'mice'],
  ['shelf', 'shelves'],
  ['leaf', 'leaves'],
  ['knife', 'knives'],
  ['half', 'halves'],
  ['quiz', 'quizzes'],
  ['analysis', 'analyses'],
  ['diagnosis', 'diagnoses'],
  ['criterion', 'criteria'],
  ['status', 'statuses'],
  ['bus', 'buses'],
  ['bonus', 'bonuses'],
  ['movie', 'movies'],
  ['cookie', 'cookies'],
  ['staff', 'staff'],
  ['equipment', 'equipment'],
  ['news', 'news'],
  ['series', 'series'],
];

/**
 * Replaces the last word of a phrase by its other number, keeping the case of its first letter;
 * null if it is not irregular.
 */
function swapped(words: string, from: 0 | 1): string | null {
  const lower = words.toLowerCase();
  const pair = irregular.find((one) => lower.endsWith(one[from]));
  if (pair === undefined) return null;
  const start = words.length - pair[from].length;
  const end = pair[from === 0 ? 1 : 0];
  const isCapital = words.charAt(start) !== lower.charAt(start);
  return words.slice(0, start) + (isCapital ? end.charAt(0).toUpperCase() + end.slice(1) : end);
}

/** The English plural, for names that the product assumes (`/api/categories`). */
export function plural(words: string): string {
  const other = swapped(words, 0);
  if (other !== null) return other;
  if (/[^aeiou]y$/i.test(words)) return `${words.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/i.test(words)) return `${words}es`;
  return `${words}s`;
}

/**
 * The English singular of names such as `tickets`, `companies`, `boxes`. Leaves singular words such
 * as `status`, `address` and `analysis` unchanged.
 */
export function singular(words: string): string {
  // A word that is already singular (`status`) must keep its ending.
  if (swapped(words, 0) !== null) return words;
  const other = swapped(words, 1);
  if (other !== null) return other;
  if (/[^aeiou]ies$/i.test(words)) return `${words.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z)es$/i.test(words)) return words.slice(0, -2);
  return /[^su]s$/i.test(words) && !/is$/i.test(words) ? words.slice(0, -1) : words;
}
