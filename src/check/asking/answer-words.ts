import { singular } from '../../base/plural.ts';
import { isLowerCaseWords, toPascalCase } from '../../model/reading/cell-forms.ts';

/** `tickets, customers and "order lines"`: what is listed in an answer, each once. */
export function listed(answer: string): string[] {
  const items = answer
    .split(/[,;\n](?![^(]*\))|\s+and\s+(?![^(]*\))/)
    .map((item) => item.trim().replace(/^["'“]|["'”.]+$/g, ''))
    // Who answers that it is not known has not answered.
    .filter((item) => item !== '' && !/^(not shown|tbd|todo|\?+)$/i.test(item));
  return [...new Set(items)];
}

/**
 * What a word of an answer calls an entity; null where no name can be made of it. Accents go,
 * plurals become one.
 */
export function entityName(words: string): string | null {
  const plain = words.normalize('NFD').replace(/\p{Mark}/gu, '');
  const name = toPascalCase(plain.replace(/[A-Za-z]+$/, (last) => singular(last)));
  return /^[A-Z][A-Za-z0-9]*$/.test(name) ? name : null;
}

/** Lower-case words, as states and roles are written; null where they cannot be. */
export function lowerWords(words: string): string | null {
  const name = words.toLowerCase().replace(/\s+/g, ' ').trim();
  return isLowerCaseWords(name) ? name : null;
}
