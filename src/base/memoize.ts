/**
 * Memoizes a pure function for up to `most` arguments. Results must be immutable, because documents
 * that are open at the same time share them.
 */
export function memoize<Result>(make: (key: string) => Result, most = 100): (key: string) => Result {
  const known = new Map<string, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Result;
    const made = make(key);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}
