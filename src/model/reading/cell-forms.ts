import type { Cell } from '../../syntax/tree.ts';
import { reservedNames } from '../vocabulary.ts';

/** Whether a whole cell or bullet marks missing information: `not shown`, `?`, `TBD`, `TODO`. */
export const isHoleText = (text: string): boolean => /^`?\s*(?:\?|TBD|TODO|[Nn]ot shown)\.?\s*`?$/.test(text);

/** Whether a cell is there, and neither empty nor a hole. */
export const isFilled = (cell: Cell | null): cell is Cell => cell !== null && cell.text !== '' && !isHoleText(cell.text);

/** Whether prose says that its subject is not shown. */
export const saysNotShown = (text: string): boolean => /\bnot\s+shown\b/i.test(text);

export const isIdentifier = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !reservedNames.includes(text);
export const isPascalCase = (text: string): boolean => /^[A-Z][A-Za-z0-9]*$/.test(text);
export const isConstantName = (text: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(text);
/** States, events and roles are written as lower-case words. */
export const isLowerCaseWords = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N} _'’-]*$/u.test(text) && text === text.toLowerCase();

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const toPascalCase = (text: string): string => wordsOf(text).map(capital).join('');
export const toCamelCase = (text: string): string =>
  wordsOf(text)
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() + word.slice(1) : capital(word)))
    .join('');
export const toConstantName = (text: string): string =>
  wordsOf(text)
    .map((word) => word.toUpperCase())
    .join('_');
/** An identifier as separate words: `OrderLine` becomes `order line`. */
export const toWords = (text: string): string =>
  wordsOf(text)
    .map((word) => (word === word.toUpperCase() && word.length > 1 ? word : word.toLowerCase()))
    .join(' ');
export const toSentenceCase = (text: string): string => capital(toWords(text));
export const toPath = (text: string): string =>
  wordsOf(text)
    .map((word) => word.toLowerCase())
    .join('-');
