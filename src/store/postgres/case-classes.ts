/**
 * Returns a regular expression that finds a lower-case needle regardless of the case of the text,
 * as JavaScript's toLowerCase does and no Postgres collation must: each letter matches everything
 * that becomes it. Null if a letter depends on its neighbours.
 */
export function caseClasses(needle: string): string | null {
  const capitals = capitalsOf(needle);
  if (capitals === null) return null;
  return Array.from(needle, (character) => {
    const others = capitals.get(character) ?? [];
    const all = [character, ...others].map((one) => `\\U${(one.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`);
    return others.length === 0 ? all[0] : `[${all.join('')}]`;
  }).join('');
}

/**
 * σ and ς both have the capital Σ, depending on their place in the word; İ becomes an i and a dot
 * (U+0307).
 */
const byContext = /σ|ς|\u0307/;

/** The capitals that become a letter of the needle in lower case, by letter. */
function capitalsOf(needle: string): Map<string, string[]> | null {
  if (byContext.test(needle)) return null;
  const wanted = new Set(needle);
  const found = new Map<string, string[]>();
  // All capital letters are in the first two planes.
  for (let code = 0; code < 0x20000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const capital = String.fromCodePoint(code);
    const small = capital.toLowerCase();
    if (small === capital || !wanted.has(small)) continue;
    found.set(small, [...(found.get(small) ?? []), capital]);
  }
  return found;
}
