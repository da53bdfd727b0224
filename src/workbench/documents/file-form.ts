import type { FileForm } from './stored-document.ts';

export interface DecodedFile {
  readonly text: string;
  readonly form: FileForm;
}

/** The maximum file size in bytes; no specification written by people is longer. */
export const maxFileSize = 8_000_000;

/** Decodes UTF-8; returns null if the bytes are not text. Mixed line breaks stay unchanged. */
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

/** Encodes a text in this form; the inverse of `decodeFile`. */
export function encodeFile(text: string, form: FileForm): Uint8Array<ArrayBuffer> {
  const body = form.crlf ? text.replace(/\r?\n/g, '\r\n') : text;
  return new TextEncoder().encode(form.bom ? `\uFEFF${body}` : body);
}
