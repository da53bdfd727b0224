/** This browser's localStorage for the site; null if the browser forbids it. */
export function localStorageOrNull(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
