import { type Zippable, zipSync } from 'fflate';
import { documentName } from './document-store.ts';
import { encodeFile } from './file-form.ts';
import type { StoredDocument } from './stored-document.ts';

/** Characters of a name at most, so that every system takes it. */
const longest = 80;

/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** What a file of this document is called, without its ending. */
function fileName(document: StoredDocument): string {
  const name = documentName(document.text, document.file.name.replace(/\.\w+$/, ''))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no file's name may have them
    .replace(/[\u0000-\u001f\u007f\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ');
  const cut = Array.from(name)
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return cut === '' || reserved.test(cut) ? `Document ${cut}`.trim() : cut;
}

/**
 * All documents as `.md` files in one ZIP archive, each under its name; no two names are equal,
 * even where capitals do not count.
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
    // An archive knows no time before 1980; one that was never kept has none.
    files[`${name}.md`] = document.savedAt > 0 ? [bytes, { mtime: document.savedAt }] : [bytes, { mtime: '1980-01-02' }];
  }
  return zipSync(files);
}
