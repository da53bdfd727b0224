/** Bytes per call; engines limit the number of arguments. */
const step = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += step) texts.push(String.fromCharCode(...bytes.subarray(at, at + step)));
  return btoa(texts.join(''));
}

/** Throws atob's error if the text is not valid base64. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
