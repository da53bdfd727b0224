import { debounce } from '../state/debounce.ts';
import { type Observable, observable } from '../state/observable.ts';
import type { DocumentStore } from './document-store.ts';
import { type FileForm, fingerprint, type StoredDocument } from './stored-document.ts';

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'waiting' }
  /** Another tab changed the document while this one had changes of its own. */
  | { readonly kind: 'conflict'; readonly theirs: StoredDocument }
  /** The browser cannot store the text; it exists only in this tab. */
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Saves the text of one open document shortly after the last key, without overwriting another tab's
 * text.
 */
export interface Saver {
  readonly state: Observable<SaveState>;
  /** Whether the file on disk is up to date; null: there is no file. */
  readonly disk: Observable<boolean | null>;
  readonly file: Observable<FileForm>;
  /** Call after each change of the text. */
  changed(): void;
  /** Writes pending changes now, because the page is about to close. */
  flush(): void;
  /** Call when another tab has written this document. */
  onExternalWrite(): void;
  /** Records that the file on disk now has this text and form. */
  writtenToDisk(text: string, file: FileForm): void;
  /** Ends a conflict by overwriting the other tab's text. */
  keepMine(): void;
  /** Ends a conflict by adopting the other tab's text. */
  takeTheirs(): void;
  destroy(): void;
}

export function createSaver(options: {
  readonly store: DocumentStore;
  readonly id: string;
  readonly opened: StoredDocument;
  readonly text: () => string;
  /**
   * Puts another tab's text into the editor. This triggers `changed`, which then finds nothing to
   * write.
   */
  readonly adopt: (text: string) => void;
}): Saver {
  const { store, id } = options;
  let revision = options.opened.revision;
  let written = options.opened.text;
  let onDisk = options.opened.onDisk;
  const state = observable<SaveState>({ kind: 'saved' });
  const file = observable(options.opened.file);
  const disk = observable<boolean | null>(null);

  const compareDisk = (text: string): void => disk.set(onDisk === null ? null : onDisk === fingerprint(text));
  compareDisk(written);

  const save = (force = false): void => {
    const text = options.text();
    compareDisk(text);
    if (text === written && !force) {
      if (state.get().kind !== 'conflict') state.set({ kind: 'saved' });
      return;
    }
    const result = store.write(id, revision, { text, file: file.get(), onDisk });
    if (result.ok) {
      revision = result.document.revision;
      written = text;
      state.set({ kind: 'saved' });
    } else if (result.reason === 'conflict') state.set({ kind: 'conflict', theirs: result.theirs });
    else state.set({ kind: 'refused', message: result.message });
  };
  const soon = debounce(
    () => save(),
    () => 350,
    2000,
  );

  const take = (theirs: StoredDocument): void => {
    soon.cancel();
    revision = theirs.revision;
    written = theirs.text;
    onDisk = theirs.onDisk;
    file.set(theirs.file);
    options.adopt(theirs.text);
    state.set({ kind: 'saved' });
    compareDisk(theirs.text);
  };

  return {
    state,
    disk,
    file,
    changed() {
      if (state.get().kind === 'conflict') return;
      if (state.get().kind === 'saved') state.set({ kind: 'waiting' });
      soon.call();
    },
    flush: () => soon.flush(),
    onExternalWrite() {
      const theirs = store.read(id);
      if (!theirs || theirs.revision === revision) return;
      // Follow the other tab if this one has no changes; otherwise the person must choose.
      if (options.text() === written) take(theirs);
      else if (theirs.text === options.text()) take(theirs);
      else {
        soon.cancel();
        state.set({ kind: 'conflict', theirs });
      }
    },
    writtenToDisk(text, form) {
      onDisk = fingerprint(text);
      file.set(form);
      save(true);
    },
    keepMine() {
      const current = store.read(id);
      if (current) revision = current.revision;
      save(true);
    },
    takeTheirs() {
      const current = store.read(id);
      if (current) take(current);
    },
    destroy() {
      soon.flush();
    },
  };
}
