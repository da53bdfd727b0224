import type { Type } from '../../expression/types/type.ts';

/** A longer text is a sentence. */
const longest = 120;

/** `name is not empty` without the name and without “is” and “must be”. */
const said = (text: string, field: string): string => {
  const words = text.toLowerCase().replace(/[.!]$/, '').replace(/\s+/g, ' ').trim();
  const own = words.startsWith(`${field.toLowerCase()} `) ? words.slice(field.length + 1) : words;
  return own.replace(/^(?:must|should|shall|has to|have to|needs to|is|are)(?: (?:be|have|has))? /, '').replace(/^be /, '');
};

const number = '(-?\\d+(?:\\.\\d+)?)';
const most = new RegExp(
  `^(?:max(?:imum)?\\.?|at most|no more than|not more than|up to|<=|no longer than) ?${number}(?: (characters?|chars|letters))?(?: long)?$`,
);
const least = new RegExp(
  `^(?:min(?:imum)?\\.?|at least|no less than|not less than|>=) ?${number}(?: (characters?|chars|letters))?(?: long)?$`,
);
const between = new RegExp(`^(?:between |from )?${number} ?(?:and|to|-|–) ?${number}(?: (characters?|chars|letters))?(?: long)?$`);
const pattern = /^\s*(?:\w+ )?(?:must )?(?:match(?:es)?|regexp?|pattern)(?: the)?(?: pattern| regexp?)?:?\s+\/?(\S+?)\/?$/i;

/**
 * The expression for a rule about a field that is written in words, such as `size(name) <= 50` for
 * “max 50 characters”; null: it says something else.
 */
export function ruleMeant(text: string, field: string, { kind }: Type): string | null {
  if (text.length > longest) return null;
  const isText = kind === 'text';
  const matched = isText ? pattern.exec(text)?.[1] : undefined;
  if (matched !== undefined) return `${field}.matches(${JSON.stringify(matched)})`;
  const words = said(text, field);
  if (/^(?:required|mandatory|given|present|not (?:be )?(?:empty|blank|null)|non-?empty)$/.test(words))
    return isText ? `size(trim(${field})) > 0` : `${field} != null`;
  const size = isText ? `size(${field})` : field;
  const fits = (unit: string | undefined): boolean => isText || (unit === undefined && ['integer', 'decimal', 'money'].includes(kind));
  const [, low, high, unit] = between.exec(words) ?? [];
  if (low !== undefined && fits(unit)) return `${size} >= ${low} && ${size} <= ${high}`;
  const [, upper, ofMost] = most.exec(words) ?? [];
  if (upper !== undefined && fits(ofMost)) return `${size} <= ${upper}`;
  const [, lower, ofLeast] = least.exec(words) ?? [];
  if (lower !== undefined && fits(ofLeast)) return `${size} >= ${lower}`;
  if (/^(?:positive|greater than 0|more than 0|> ?0)$/.test(words) && fits(undefined) && !isText) return `${field} > 0`;
  if (/^(?:not negative|non-?negative|0 or more|>= ?0)$/.test(words) && fits(undefined) && !isText) return `${field} >= 0`;
  const now = kind === 'date' ? 'today' : kind === 'datetime' ? 'now' : null;
  if (now !== null && /^(?:in the future|later than (?:now|today)|after (?:now|today))$/.test(words)) return `${field} > ${now}`;
  if (now !== null && /^(?:in the past|before (?:now|today))$/.test(words)) return `${field} < ${now}`;
  if (now !== null && /^not in the past$/.test(words)) return `${field} >= ${now}`;
  return null;
}
