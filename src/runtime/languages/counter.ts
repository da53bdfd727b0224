import { cachedFormatter } from '../formatters.ts';

/** A text for each plural form of a language; `#` is the count. */
export type CountForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/**
 * Chooses the plural form of a language: `counter('ar')(3, { few: '# سجلات', … })`. `more`: the
 * count is a lower bound, written with a plus sign.
 */
export function counter(locale: string): (count: number, forms: CountForms, more?: boolean) => string {
  return (count, forms, more = false) =>
    (forms[rules(locale).select(count)] ?? forms.other).replaceAll('#', `${numbers(locale).format(count)}${more ? '+' : ''}`);
}

const rules = cachedFormatter((locale) => new Intl.PluralRules(locale));
const numbers = cachedFormatter((locale) => new Intl.NumberFormat(locale));

/** Joins names as a language does: `lister('en', 'disjunction')(['a', 'b'])` is “a or b”. */
export function listFormatter(locale: string, type: 'conjunction' | 'disjunction'): (names: Iterable<string>) => string {
  return (names) => lists(locale, type).format(names);
}

const lists = cachedFormatter((locale, type) => new Intl.ListFormat(locale, { type: type as 'conjunction' | 'disjunction' }));
