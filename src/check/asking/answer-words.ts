import { singular } from '../../base/plural.ts';
import { isLowerCaseWords, toPascalCase } from '../../model/reading/cell-forms.ts';

/** The items in an answer such as `tickets, customers and "order lines"`, without duplicates. */
export function listed(answer: string): string[] {
  const items = answer
    .split(/[,;\n](?![^(]*\))|\s+and\s+(?![^(]*\))/)
    .map((item) => item.trim().replace(/^["'“]|["'”.]+$/g, ''))
    // “Not known” is not an answer.
    .filter((item) => item !== '' && !/^(not shown|tbd|todo|\?+)$/i.test(item));
  return [...new Set(items)];
}

/**
 * The name of an entity for a word in an answer: singular, without accents. Null if no valid name
 * results.
 */
export function entityName(words: string): string | null {
  const plain = words.normalize('NFD').replace(/\p{Mark}/gu, '');
  const name = toPascalCase(plain.replace(/[A-Za-z]+$/, (last) => singular(last)));
  return /^[A-Z][A-Za-z0-9]*$/.test(name) ? name : null;
}

/** The words in lower case, as states and roles are written; null if they are no valid name. */
export function lowerWords(words: string): string | null {
  const name = words.toLowerCase().replace(/\s+/g, ' ').trim();
  return isLowerCaseWords(name) ? name : null;
}
