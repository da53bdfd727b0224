/** What this browser keeps for this site; null where it is forbidden. */
export function localStorageOrNull(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
