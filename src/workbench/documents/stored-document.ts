/** A document as stored in the browser: the editor's text, and the form of its file. */
export interface StoredDocument {
  readonly text: string;
  /** Counts the writes. Two tabs that write on top of the same revision are in conflict. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly file: FileForm;
  /**
   * A hash of the last text of the file on disk, which shows whether the file is behind; null if
   * there is no file.
   */
  readonly onDisk: string | null;
}

/** How the file encodes the editor's text, so that saving changes no unedited byte. */
export interface FileForm {
  readonly name: string;
  /** Every line break of the file is CR LF; the editor uses LF. */
  readonly crlf: boolean;
  readonly bom: boolean;
}

export function parseStored(json: string | null): StoredDocument | null {
  if (json === null) return null;
  try {
    const found = JSON.parse(json) as Partial<Record<keyof StoredDocument, unknown>> | null;
    if (typeof found !== 'object' || found === null || typeof found.text !== 'string') return null;
    const file = (typeof found.file === 'object' && found.file !== null ? found.file : {}) as Partial<Record<keyof FileForm, unknown>>;
    return {
      text: found.text,
      revision: typeof found.revision === 'number' ? found.revision : 0,
      savedAt: typeof found.savedAt === 'number' ? found.savedAt : 0,
      file: { name: typeof file.name === 'string' ? file.name : 'specification.md', crlf: file.crlf === true, bom: file.bom === true },
      onDisk: typeof found.onDisk === 'string' ? found.onDisk : null,
    };
  } catch {
    return null;
  }
}

/** FNV-1a, 64 bits as two halves. Distinguishes texts; not cryptographic. */
export function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + index), 0x01000193);
  }
  return `${(high >>> 0).toString(16)}${(low >>> 0).toString(16)}-${text.length}`;
}
