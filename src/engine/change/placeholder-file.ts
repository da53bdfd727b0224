import type { FileValue } from '../../expression/values/value.ts';

/**
 * The content of the placeholder file that a file name in an example or scenario stands for: an
 * image that shows the name, or a text.
 */
export function placeholderBytes(name: string, kind: 'file' | 'image'): { readonly bytes: Uint8Array; readonly mediaType: string } {
  if (kind === 'file' && !/\.(svg|png|jpe?g|gif|webp)$/i.test(name)) {
    return { bytes: new TextEncoder().encode(`${name}\n`), mediaType: /\.pdf$/i.test(name) ? 'application/pdf' : 'text/plain' };
  }
  const safe = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" role="img"><rect width="320" height="200" fill="#e7e9ee"/><text x="160" y="106" font-family="sans-serif" font-size="18" fill="#4a5160" text-anchor="middle">${safe}</text></svg>`;
  return { bytes: new TextEncoder().encode(svg), mediaType: 'image/svg+xml' };
}

/** Creates a placeholder file; the engine stores it together with the record. */
export function placeholderFile(
  world: { readonly newId: () => string; keepFile(file: FileValue, bytes: Uint8Array): void },
  kind: 'file' | 'image',
  name: string,
): FileValue {
  const { bytes, mediaType } = placeholderBytes(name, kind);
  const file: FileValue = { isFile: true, id: world.newId(), name, mediaType, size: bytes.length };
  world.keepFile(file, bytes);
  return file;
}
