import { chooseFile, type FileHandle, type Opened, readFile, readSpreadsheet, saveFile } from '../documents/disk.ts';
import { type DocumentStore, documentName, slugOf } from '../documents/document-store.ts';
import type { Folder } from '../documents/folder.ts';
import { type FileForm, fingerprint } from '../documents/stored-document.ts';
import type { Notice } from './notice.ts';
import { type Observable, observable } from './observable.ts';
import type { OpenDocument } from './open-document.ts';

/** A file of another format to be converted to a document. */
export interface ImportedFile {
  /** Empty for a spreadsheet. */
  readonly text: string;
  /** Set for a spreadsheet. */
  readonly bytes?: Uint8Array;
  readonly name: string;
}

/** Extensions of files that are not documents but can be converted to one. */
const otherFormats = /\.(csv|tsv|sql|ddl|json|ya?ml|mmd|mermaid|feature)$/i;

const unnamed = 'specification.md';

/** Names a file that was never on disk after its document. */
function named(form: FileForm, text: string | null): FileForm {
  const slug = text === null || form.name !== unnamed ? null : slugOf(documentName(text, ''));
  return slug === null ? form : { ...form, name: `${slug}.md` };
}

/** Returns the text with another title. */
export const withTitle = (text: string, title: string): string =>
  /^#[ \t]+.*$/m.test(text) ? text.replace(/^#[ \t]+.*$/m, () => `# Specification: ${title}`) : `# Specification: ${title}\n\n${text}`;

/** Access to files and folders on disk, if the browser supports it. Errors are reported. */
export interface Disk {
  openFromDisk(): Promise<void>;
  /** The file in the open import dialog; without a text, the dialog asks for one. */
  readonly importing: Observable<ImportedFile | null>;
  /**
   * Stores a text as a new document and opens it. Returns false if there is no room; a notice
   * reports that.
   */
  keepImported(text: string, name: string): boolean;
  /** The folder on disk whose specifications are listed. */
  readonly folder: Observable<Folder | null>;
  /** Whether this browser supports folders. */
  readonly folders: boolean;
  /** Asks for a folder and lists its content. */
  openFolder(): Promise<void>;
  /** Opens a file of the folder, or switches to its document if it is already open. */
  openFromFolder(path: string): Promise<void>;
  openDropped(file: File, handle: FileHandle | null): Promise<void>;
  /**
   * With `ask`, asks for the location. Does not overwrite a file that was changed on disk in the
   * meantime.
   */
  saveToDisk(ask: boolean): Promise<void>;
  /** True if the open document is an example that differs from its original. */
  isChangedExample(): boolean;
  /** Saves the changed example as an own document, and restores the example. */
  makeOwn(title: string): void;
}

export function createDisk({
  window,
  store,
  open,
  say,
  create,
  show,
}: {
  readonly window: Window;
  readonly store: DocumentStore;
  readonly open: Observable<OpenDocument>;
  readonly say: (notice: Notice) => void;
  /** Stores a text as a new document and returns its id; throws if there is no room. */
  readonly create: (text: string, file: FileForm, onDisk: boolean) => string;
  /** Opens a document. */
  readonly show: (id: string) => void;
}): Disk {
  /**
   * The files that documents were opened from or saved to, by document id, until the page is
   * closed.
   */
  const handles = new Map<string, FileHandle>();

  const takeIn = (opened: Opened): void => {
    if (!opened.ok) {
      say({ message: opened.message, tone: 'danger' });
      return;
    }
    try {
      const id = create(opened.file.text, opened.file.form, true);
      if (opened.handle) handles.set(id, opened.handle);
      show(id);
    } catch {
      say({ message: `${opened.file.form.name} is too large for this browser’s storage.`, tone: 'danger' });
    }
  };

  const importing = observable<ImportedFile | null>(null);
  const keepImported = (text: string, name: string): boolean => {
    try {
      show(create(text, { name, crlf: false, bom: false }, false));
      return true;
    } catch {
      say({ message: `${name} is too large for this browser’s storage.`, tone: 'danger' });
      return false;
    }
  };

  const folder = observable<Folder | null>(null);
  const openFolder = async (): Promise<void> => {
    const { chooseFolder, listFolder } = await import('../documents/folder.ts');
    try {
      const chosen = await chooseFolder(window);
      if (!chosen) return;
      const listed = await listFolder(chosen);
      folder.set(listed);
      const count = listed.files.length === 1 ? 'one specification' : `${listed.files.length} specifications`;
      say({
        message:
          listed.files.length === 0
            ? `${listed.name} has no .md or .txt files.`
            : `${listed.name}: ${count}${listed.more ? ', and more that aren’t listed' : ''}. Open them from the document menu.`,
        tone: 'neutral',
      });
    } catch (error) {
      say({ message: `Couldn’t open the folder: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' });
    }
  };
  /** Returns the document that was opened from the file on disk, or saved to it. */
  const openedAs = async (handle: FileHandle): Promise<string | null> => {
    for (const [id, known] of handles) if (store.has(id) && (await known.isSameEntry(handle))) return id;
    return null;
  };
  const openFromFolder = async (path: string): Promise<void> => {
    const file = folder.get()?.files.find((one) => one.path === path);
    if (!file) return;
    try {
      const opened = await readFile(await file.handle.getFile(), file.handle);
      const id = await openedAs(file.handle);
      if (id === null || !opened.ok) return takeIn(opened);
      if (id !== open.get().id) show(id);
      const { editor, saver } = open.get();
      saver.flush();
      const { text, form } = opened.file;
      const here = editor.text();
      if (text === here || store.read(id)?.onDisk === fingerprint(text)) return;
      const take = (): void => {
        editor.replace(text);
        saver.writtenToDisk(text, form);
      };
      if (saver.disk.get() === true) {
        take();
        const undo = { label: 'Undo', run: () => editor.undo() };
        say({ message: `${path} changed on disk and was reloaded.`, tone: 'neutral', action: undo });
      } else {
        const action = { label: 'Use the version on disk', run: take };
        say({ message: `${path} changed on disk and here. You see the version from here.`, tone: 'danger', action });
      }
    } catch (error) {
      say({ message: `Couldn’t open ${path}: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' });
    }
  };

  /** True if the file differs from the text that was last read from it or written to it. */
  const changedOnDisk = async (id: string, handle: FileHandle, text: string): Promise<boolean> => {
    const seen = store.read(id)?.onDisk ?? null;
    const current = await readFile(await handle.getFile(), handle);
    // Even a file that is no longer text must not be overwritten.
    return seen !== null && (!current.ok || (current.file.text !== text && fingerprint(current.file.text) !== seen));
  };
  const saveToDisk = async (ask: boolean, over = false): Promise<void> => {
    const current = open.get();
    const text = current.editor.text();
    const form = named(current.saver.file.get(), current.saver.disk.get() === null ? text : null);
    try {
      const known = ask ? null : (handles.get(current.id) ?? null);
      if (known && !over && (await changedOnDisk(current.id, known, text))) {
        const action = { label: 'Overwrite', run: () => void (open.get() === current && saveToDisk(false, true)) };
        say({ message: `${known.name} changed on disk in the meantime. Nothing was saved.`, tone: 'danger', action });
        return;
      }
      const saved = await saveFile(window, text, form, known);
      if (saved.kind === 'cancelled') return;
      if (saved.kind === 'written') handles.set(current.id, saved.handle);
      const name = saved.kind === 'written' ? saved.name : form.name;
      current.saver.writtenToDisk(text, { ...form, name });
      say({ message: saved.kind === 'written' ? `Saved to ${name}.` : `Downloaded ${name}.`, tone: 'success' });
    } catch (error) {
      say({ message: `Couldn’t save ${form.name}: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' });
    }
  };

  return {
    async openFromDisk() {
      const opened = await chooseFile(window);
      if (opened) takeIn(opened);
    },
    folder,
    folders: 'showDirectoryPicker' in window,
    openFolder,
    openFromFolder,
    importing,
    keepImported,
    openDropped: async (file, handle) => {
      const sheet = await readSpreadsheet(file);
      if (sheet !== null) return importing.set(sheet);
      const opened = await readFile(file, handle);
      if (opened.ok && otherFormats.test(file.name)) importing.set({ text: opened.file.text, name: file.name });
      else takeIn(opened);
    },
    saveToDisk: (ask) => saveToDisk(ask),
    isChangedExample() {
      const { id, editor } = open.get();
      const original = store.original(id);
      return original !== null && editor.text() !== original;
    },
    makeOwn(title) {
      const { id, editor, flush } = open.get();
      const text = withTitle(editor.text(), title);
      flush();
      try {
        const own = create(text, { name: `${slugOf(title) ?? 'specification'}.md`, crlf: false, bom: false }, false);
        show(own);
        store.remove(id);
        say({ message: `“${title}” is your own document now. The example is back to its original text.`, tone: 'success' });
      } catch {
        say({ message: 'This browser’s storage is full. Delete a document and try again.', tone: 'danger' });
      }
    },
  };
}
