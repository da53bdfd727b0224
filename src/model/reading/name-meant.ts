import { plural } from '../../base/plural.ts';
import { toWords } from './cell-forms.ts';

/** In lower case and without what separates the words. */
const joined = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The name that words mean, in any case or in the plural: `OrderLine` for “order lines”. */
export function nameMeant(names: Iterable<string>, words: string): string | null {
  const wanted = joined(words);
  const all = [...names];
  const isPlural = (name: string): boolean => [joined(plural(toWords(name))), `${joined(name)}s`].includes(wanted);
  return all.find((name) => joined(name) === wanted) ?? all.find(isPlural) ?? null;
}
