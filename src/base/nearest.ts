/**
 * Maximum number of candidates that are compared, so one typo in each of thousands of rows does not
 * take minutes.
 */
const mostCandidates = 1000;

/**
 * The candidates that `name` was probably meant to be, best first: by edit distance
 * (Damerau-Levenshtein, restricted), ignoring case. Returns at most `limit`, without candidates
 * that differ in more than a third of the name. Compares the first thousand candidates.
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
    // An edit changes at most two bits of the difference of the letter sets.
    const distance = bits(letters ^ lettersOf(other)) > 2 * allowed ? allowed + 1 : editDistance(wanted, other, allowed);
    if (distance <= allowed) found.push({ candidate, distance });
    // A plural, or the beginning of a longer word, is a likely typo too.
    else if (wanted.length >= 3 && (other.startsWith(wanted) || wanted.startsWith(other)) && other.length >= 3) {
      found.push({ candidate, distance: allowed + 1 });
    }
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, limit).map((entry) => entry.candidate);
}

/** Concatenates lists without copying them. */
export function* together<Item>(...lists: readonly Iterable<Item>[]): Generator<Item> {
  for (const list of lists) yield* list;
}

/** The set of letters in a text, one bit for each of 32 classes. */
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

/**
 * The number of insertions, deletions, replacements and swaps of neighbours between two texts, or
 * `most + 1` if there are more than `most`.
 */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const width = b.length + 1;
  // Three rows that rotate: the one before the last, the last, and the current one.
  let before = new Array<number>(width).fill(0);
  let previous = Array.from({ length: width }, (_, index) => index);
  let current = new Array<number>(width).fill(0);
  for (let row = 1; row <= a.length; row++) {
    // Beyond `most` cells from the diagonal, no value can be small enough.
    const first = Math.max(1, row - most);
    const last = Math.min(b.length, row + most);
    const far = most + 1;
    current[0] = row;
    if (first > 1) current[first - 1] = far;
    if (last === row + most) previous[last] = far;
    let smallest = first > 1 ? far : row;
    const code = a.charCodeAt(row - 1);
    for (let column = first; column <= last; column++) {
      const same = code === b.charCodeAt(column - 1);
      let value = Math.min((previous[column] ?? far) + 1, (current[column - 1] ?? far) + 1, (previous[column - 1] ?? far) + (same ? 0 : 1));
      if (row > 1 && column > 1 && code === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === b.charCodeAt(column - 1)) {
        value = Math.min(value, (before[column - 2] ?? far) + 1);
      }
      current[column] = value;
      if (value < smallest) smallest = value;
    }
    if (smallest > most) return most + 1;
    [before, previous, current] = [previous, current, before];
  }
  return Math.min(previous[b.length] ?? 0, most + 1);
}

/** A sentence with the nearest name, after a space; `otherwise` if none is near. */
export function didYouMean(wanted: string, names: readonly string[], otherwise = ''): string {
  const [guess] = nearest(wanted, names);
  return guess === undefined ? otherwise : ` Did you mean ${guess}?`;
}
