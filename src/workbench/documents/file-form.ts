import type { FileForm } from './stored-document.ts';

export interface DecodedFile {
  readonly text: string;
  readonly form: FileForm;
}

/** Larger files are refused: no specification that people wrote is longer. Bytes. */
export const maxFileSize = 8_000_000;

/**
 * Reads a file's bytes as UTF-8; null when they are no text. Mixed line breaks stay as they are.
 */
export function decodeFile(name: string, bytes: Uint8Array): DecodedFile | null {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bom ? bytes.subarray(3) : bytes);
  } catch {
    return null;
  }
  if (text.includes('\0')) return null;
  const crlf = text.includes('\r\n') && !/\r(?!\n)|(?<!\r)\n/.test(text);
  return { text: crlf ? text.replaceAll('\r\n', '\n') : text, form: { name, crlf, bom } };
}

/** The bytes that a file of this form has for the text; `decodeFile` and back is the same file. */
export function encodeFile(text: string, form: FileForm): Uint8Array<ArrayBuffer> {
  const body = form.crlf ? text.replace(/\r?\n/g, '\r\n') : text;
  return new TextEncoder().encode(form.bom ? `\uFEFF${body}` : body);
}
