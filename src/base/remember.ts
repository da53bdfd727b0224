/**
 * A pure function that remembers what it gave, for up to `most` arguments. What is remembered never
 * changes, so that documents that are open at the same time may share it.
 */
export function remember<Result>(make: (key: string) => Result, most = 100): (key: string) => Result {
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
