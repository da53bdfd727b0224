/** The forms that a language has for counts; `#` is the count. */
export type CountForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/**
 * Chooses the plural form of a language: `counter('ar')(3, { few: '# سجلات', … })`. `more`: there
 * are more than `count`, written with a plus sign.
 */
export function counter(locale: string): (count: number, forms: CountForms, more?: boolean) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms, more = false) =>
    (forms[rules.select(count)] ?? forms.other).replaceAll('#', `${numbers.format(count)}${more ? '+' : ''}`);
}
