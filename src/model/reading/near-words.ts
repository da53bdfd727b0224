import { editDistance } from '../../base/nearest.ts';

/**
 * The form that a text was probably meant to begin with: word by word the same but for slips of the
 * finger, and at least one of them. Null when it begins with none of them, or with one of them
 * exactly. `length`: how much of the text it covers.
 */
export function slipAtStart(text: string, forms: readonly string[]): { readonly form: string; readonly length: number } | null {
  for (const form of forms) {
    const meant = form.split(' ');
    const match = new RegExp(`^${meant.map(() => '\\S+').join('\\s+')}(?=\\s|$)`).exec(text);
    const written = match?.[0].toLowerCase().split(/\s+/) ?? [];
    // “sections” is a word of its own.
    if (match === null || written.join(' ') === form || written.join(' ') === `${form}s`) continue;
    if (written.every((word, index) => isSlip(word, meant[index] ?? ''))) return { form, length: match[0].length };
  }
  return null;
}

/**
 * One letter left out, typed twice, or two swapped; in longer words one wrong letter too. Another
 * word of the same length is another word.
 */
export function isSlip(written: string, meant: string): boolean {
  if (written === meant) return true;
  if (editDistance(written, meant, 1) > 1) return false;
  const sameLetters = [...written].sort().join('') === [...meant].sort().join('');
  return sameLetters || (written.length !== meant.length && Math.min(written.length, meant.length) >= 3) || meant.length >= 6;
}
