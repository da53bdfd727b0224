/**
 * Creating an Intl formatter takes longer than rendering its result, so each is created once, when
 * it is first used.
 */
export function once<T>(make: (locale: string, variant: string) => T): (locale: string, variant?: string) => T {
  const made = new Map<string, T>();
  return (locale, variant = '') => {
    const key = `${locale} ${variant}`;
    const known = made.get(key) ?? make(locale, variant);
    made.set(key, known);
    return known;
  };
}
