import type { Machine } from './machine.ts';

/** A document named on the command line. */
export interface Document {
  /** As written on the command line. */
  readonly file: string;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads the named files. Returns null if one cannot be read, after reporting why and what to do.
 */
export async function readDocuments(files: readonly string[], host: Machine): Promise<readonly Document[] | null> {
  if (files.length === 0) {
    host.writeError('Name the document to read, such as specs/helpdesk.md.\n');
    return null;
  }
  const documents: Document[] = [];
  let failed = false;
  for (const file of new Set(files)) {
    const content = await host.readFile(file);
    if (content.kind === 'file') {
      documents.push({ file, text: decode(content.bytes), bytes: content.bytes });
      continue;
    }
    failed = true;
    host.writeError(`${file}: ${whyNot(content, host)}\n`);
  }
  return failed ? null : documents;
}

function whyNot(
  content: { readonly kind: 'missing' | 'folder' | 'denied' } | { readonly kind: 'unreadable'; readonly why: string },
  host: Machine,
): string {
  switch (content.kind) {
    case 'missing':
      return `no such file. Looked in ${host.cwd}.`;
    case 'folder':
      return 'this is a folder. Name the documents in it, one by one or with a pattern such as specs/*.md.';
    case 'denied':
      return 'permission denied. Ask the file’s owner for permission to read it.';
    case 'unreadable':
      return `cannot be read (${content.why}).`;
  }
}

/**
 * Decodes UTF-8, or UTF-16 if the file starts with its byte order mark. Invalid bytes become
 * U+FFFD. The text excludes the mark.
 */
function decode(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * Replaces a document's text, keeping its byte order mark. Returns false if it cannot be written,
 * after reporting why.
 */
export async function writeDocument({ file, text, bytes }: Document, changed: string, host: Machine): Promise<boolean> {
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\ufeff' : '';
  const encoder = new TextEncoder();
  const same = encoder.encode(mark + text);
  if (same.length !== bytes.length || !same.every((byte, index) => byte === bytes[index])) {
    host.writeError(`${file}: this file is not UTF-8, so writing it would change more than intended. It was not changed.\n`);
    return false;
  }
  const why = await host.writeFile(file, encoder.encode(mark + changed));
  if (why !== null) host.writeError(`${file}: cannot write this file (${why}).\n`);
  return why === null;
}
