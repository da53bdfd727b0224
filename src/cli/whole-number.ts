/** Parses the value of an option, a whole number from 1; null if it is not given. */
export function wholeNumber(text: string | undefined): number | 'wrong' | null {
  if (text === undefined) return null;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 'wrong';
}
