/** Caches Intl formatters: creating one takes longer than formatting with it. */
export function cachedFormatter<T>(make: (locale: string, variant: string) => T): (locale: string, variant?: string) => T {
  const made = new Map<string, T>();
  return (locale, variant = '') => {
    const key = `${locale} ${variant}`;
    const known = made.get(key) ?? make(locale, variant);
    made.set(key, known);
    return known;
  };
}
