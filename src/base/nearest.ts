/** In a document with more names than this the further ones are not compared: one slip in each of thousands of rows must not take minutes. */
const mostCandidates = 1000;

/**
 * The candidates that `name` was probably meant to be, best first: by edit distance (Damerau-Levenshtein, restricted), ignoring case.
 * At most `limit`; a candidate that differs in more than a third of the name is not offered. Looks at the first thousand candidates.
 */
export function nearest(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = name.toLowerCase();
  const allowed = Math.max(1, Math.floor(Math.max(wanted.length, 3) / 3));
  const letters = lettersOf(wanted);
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  let count = 0;
  for (const candidate of candidates) {
    if (++count > mostCandidates) break;
    if (candidate === name || found.some((entry) => entry.candidate === candidate)) continue;
    const other = candidate.toLowerCase();
    // Each edit changes at most two of the letters that only one of them has.
    const distance = bits(letters ^ lettersOf(other)) > 2 * allowed ? allowed + 1 : editDistance(wanted, other, allowed);
    if (distance <= allowed) found.push({ candidate, distance });
    // A plural, or the beginning of a longer word, is a likely slip too.
    else if (wanted.length >= 3 && (other.startsWith(wanted) || wanted.startsWith(other)) && other.length >= 3) {
      found.push({ candidate, distance: allowed + 1 });
    }
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, limit).map((entry) => entry.candidate);
}

/** Several lists as one, without a copy. */
export function* together<Item>(...lists: readonly Iterable<Item>[]): Generator<Item> {
  for (const list of lists) yield* list;
}

/** Which letters there are, one bit for each of 32 kinds. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
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
