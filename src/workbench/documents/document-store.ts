import type { Platform } from '../../base/platform.ts';
import { isQuota, storageFullWords } from '../../base/storage-full.ts';
import type { KeyValue } from '../state/key-value.ts';
import { defaultExample, examples } from './examples.ts';
import { type FileForm, fingerprint, parseStored, type StoredDocument } from './stored-document.ts';

const prefix = 'ninefold/document/';

export interface DocumentEntry {
  readonly id: string;
  readonly name: string;
  /** One of the documents that the workbench includes. */
  readonly example: boolean;
  /** An example that differs from its original. */
  readonly changed: boolean;
  readonly savedAt: number;
}

export type WriteResult =
  | { readonly ok: true; readonly document: StoredDocument }
  /**
   * Another tab has written since `revision`: nothing was written, and `theirs` is the stored
   * document.
   */
  | { readonly ok: false; readonly reason: 'conflict'; readonly theirs: StoredDocument }
  | { readonly ok: false; readonly reason: 'refused'; readonly message: string };

/**
 * The documents in the browser's storage, one key each and no index, so that two tabs can only
 * conflict over a single text.
 */
export interface DocumentStore {
  list(): readonly DocumentEntry[];
  /** True if the document exists. An example exists before its text is loaded. */
  has(id: string): boolean;
  /**
   * True if `read` returns the document immediately. False only for an example whose text is not
   * loaded.
   */
  isReady(id: string): boolean;
  /** Loads an example's text. Rejects if that fails. */
  prepare(id: string): Promise<void>;
  /** Returns the original of an example; null if it is no example or its text is not loaded. */
  original(id: string): string | null;
  /**
   * Returns null if the document does not exist or is not ready. An unchanged example has revision
   * 0.
   */
  read(id: string): StoredDocument | null;
  /** Replaces the text if the stored revision is still `seen`. */
  write(id: string, seen: number, next: Pick<StoredDocument, 'text' | 'file' | 'onDisk'>): WriteResult;
  /** Creates a document and returns its id. Throws if the browser refuses. */
  create(text: string, file: FileForm, onDisk: boolean): string;
  /** Deletes an own document; restores the original of an example. */
  remove(id: string): void;
  /** Calls the listener when another tab changes a document (null: possibly all of them). */
  watch(listener: (id: string | null) => void): () => void;
}

/** Returns NAME from `# Specification: NAME`, else the first heading, else the fallback. */
export function documentName(text: string, fallback: string): string {
  const title = /^#[ \t]+(.+?)[ \t]*#*[ \t]*$/m.exec(text.slice(0, 20_000))?.[1];
  const name = title?.replace(/^Specification:\s*/i, '').trim();
  return name || fallback;
}

/**
 * Converts a name for file names and addresses: `bicycle-shop`. Returns null if no characters
 * remain.
 */
export function slugOf(name: string): string | null {
  const slug = name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return slug === '' ? null : slug;
}

export function openDocumentStore(keys: KeyValue, platform: Platform): DocumentStore {
  const originals = new Map([[defaultExample.id, defaultExample.text]]);
  const exampleOf = (id: string) => examples.find((entry) => entry.id === id);
  const asItCame = (id: string): StoredDocument | null => {
    const [example, text] = [exampleOf(id), originals.get(id)];
    if (example === undefined || text === undefined) return null;
    return { text, revision: 0, savedAt: 0, file: { name: example.fileName, crlf: false, bom: false }, onDisk: null };
  };
  const stored = (id: string): StoredDocument | null => parseStored(keys.read(prefix + id));
  const read = (id: string): StoredDocument | null => stored(id) ?? asItCame(id);

  const put = (id: string, document: StoredDocument): void => keys.write(prefix + id, JSON.stringify(document));

  return {
    read,
    has: (id) => exampleOf(id) !== undefined || stored(id) !== null,
    isReady: (id) => exampleOf(id) === undefined || originals.has(id),
    async prepare(id) {
      const text = originals.has(id) ? undefined : await exampleOf(id)?.text();
      if (text !== undefined) originals.set(id, text);
    },
    original: (id) => originals.get(id) ?? null,
    list() {
      const own: DocumentEntry[] = [];
      for (const key of keys.keys()) {
        if (!key.startsWith(prefix)) continue;
        const id = key.slice(prefix.length);
        const found = stored(id);
        if (!found || exampleOf(id) !== undefined) continue;
        own.push({ id, name: documentName(found.text, found.file.name), example: false, changed: false, savedAt: found.savedAt });
      }
      own.sort((a, b) => b.savedAt - a.savedAt || a.name.localeCompare(b.name));
      const given = examples.map(({ id, name }): DocumentEntry => {
        const found = stored(id);
        const title = found === null ? name : documentName(found.text, name);
        return {
          id,
          name: title,
          example: true,
          changed: found !== null && found.text !== originals.get(id),
          savedAt: found?.savedAt ?? 0,
        };
      });
      return [...given, ...own];
    },

    write(id, seen, next) {
      const current = read(id);
      if (current && current.revision !== seen) {
        // The same text is no conflict, because both tabs have what they want.
        if (current.text === next.text) return { ok: true, document: current };
        return { ok: false, reason: 'conflict', theirs: current };
      }
      const document: StoredDocument = { ...next, revision: seen + 1, savedAt: platform.now() };
      try {
        put(id, document);
        return { ok: true, document };
      } catch (error) {
        return {
          ok: false,
          reason: 'refused',
          message: isQuota(error) ? storageFullWords : error instanceof Error ? error.message : String(error),
        };
      }
    },

    create(text, file, onDisk) {
      const base = slugOf(documentName(text, file.name.replace(/\.\w+$/, ''))) ?? 'document';
      let id = base;
      for (let count = 2; exampleOf(id) !== undefined || stored(id) !== null; count++) id = `${base}-${count}`;
      put(id, { text, revision: 1, savedAt: platform.now(), file, onDisk: onDisk ? fingerprint(text) : null });
      return id;
    },

    remove: (id) => keys.remove(prefix + id),

    watch: (listener) =>
      keys.watch((key) => {
        if (key === null) listener(null);
        else if (key.startsWith(prefix)) listener(key.slice(prefix.length));
      }),
  };
}
