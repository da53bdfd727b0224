import { type Zippable, zipSync } from 'fflate';
import { documentName } from './document-store.ts';
import { encodeFile } from './file-form.ts';
import type { StoredDocument } from './stored-document.ts';

/** The maximum length of a name in characters, which every system accepts. */
const longest = 80;

/** Names that Windows reserves for devices, whatever their extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns the file name for a document, without its extension. */
function fileName(document: StoredDocument): string {
  const name = documentName(document.text, document.file.name.replace(/\.\w+$/, ''))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain them
    .replace(/[\u0000-\u001f\u007f\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ');
  const cut = Array.from(name)
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return cut === '' || reserved.test(cut) ? `Document ${cut}`.trim() : cut;
}

/**
 * Puts all documents into one ZIP archive as `.md` files. Their names differ even on
 * case-insensitive file systems.
 */
export function archive(documents: readonly StoredDocument[]): Uint8Array<ArrayBuffer> {
  const taken = new Set<string>();
  const files: Zippable = {};
  for (const document of documents) {
    const base = fileName(document);
    let name = base;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base} ${count}`;
    taken.add(name.toLowerCase());
    const bytes = encodeFile(document.text, document.file);
    // ZIP cannot store times before 1980; a document that was never saved has none.
    files[`${name}.md`] = document.savedAt > 0 ? [bytes, { mtime: document.savedAt }] : [bytes, { mtime: '1980-01-02' }];
  }
  return zipSync(files);
}
