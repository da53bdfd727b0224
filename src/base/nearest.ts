/**
 * The candidates that `name` was probably meant to be, best first: by edit distance (Damerau-Levenshtein, restricted), ignoring case.
 * At most `limit`; a candidate that differs in more than a third of the name is not offered.
 */
export function nearest(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = name.toLowerCase();
  const allowed = Math.max(1, Math.floor(Math.max(wanted.length, 3) / 3));
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate === name) continue;
    const other = candidate.toLowerCase();
    const distance = editDistance(wanted, other, allowed);
    if (distance <= allowed) found.push({ candidate, distance });
    // A plural, or the beginning of a longer word, is a likely slip too.
    else if (wanted.length >= 3 && (other.startsWith(wanted) || wanted.startsWith(other)) && other.length >= 3) {
      found.push({ candidate, distance: allowed + 1 });
    }
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, limit).map((entry) => entry.candidate);
}

/** Insertions, deletions, replacements and swaps of neighbours between two texts; anything over `most` is reported as `most + 1`. */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let value = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        value = Math.min(value, (before[column - 2] ?? 0) + 1);
      }
      current.push(value);
      if (value < smallest) smallest = value;
    }
    if (smallest > most) return most + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
