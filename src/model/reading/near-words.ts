import { editDistance } from '../../base/nearest.ts';

/**
 * The form that a text was probably meant to begin with: every word equals the form's or is a typo
 * of it, and at least one is a typo. Null if none matches or one matches exactly. `length`: how
 * much of the text it covers, in UTF-16 units.
 */
export function misspeltForm(text: string, forms: readonly string[]): { readonly form: string; readonly length: number } | null {
  for (const form of forms) {
    const meant = form.split(' ');
    const match = new RegExp(`^${meant.map(() => '\\S+').join('\\s+')}(?=\\s|$)`).exec(text);
    const written = match?.[0].toLowerCase().split(/\s+/) ?? [];
    // “sections” is an ordinary word, not a typo of “section”.
    if (match === null || written.join(' ') === form || written.join(' ') === `${form}s`) continue;
    if (written.every((word, index) => isSlip(word, meant[index] ?? ''))) return { form, length: match[0].length };
  }
  return null;
}

/**
 * Whether a word is a typo: one letter left out or doubled, or two swapped; in longer words, also
 * one wrong letter. In a short word, a wrong letter makes another word.
 */
export function isSlip(written: string, meant: string): boolean {
  if (written === meant) return true;
  if (editDistance(written, meant, 1) > 1) return false;
  const sameLetters = [...written].sort().join('') === [...meant].sort().join('');
  return sameLetters || (written.length !== meant.length && Math.min(written.length, meant.length) >= 3) || meant.length >= 6;
}
