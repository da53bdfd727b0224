import { type DecodedFile, decodeFile, encodeFile, maxFileSize } from './file-form.ts';
import type { FileForm } from './stored-document.ts';

/**
 * A file on disk that can be rewritten without asking for its location, in browsers that support
 * it.
 */
export type FileHandle = FileSystemFileHandle;

interface Pickers {
  readonly showOpenFilePicker?: (options: object) => Promise<FileHandle[]>;
  readonly showSaveFilePicker?: (options: object) => Promise<FileHandle>;
}

export type Opened =
  | { readonly ok: true; readonly file: DecodedFile; readonly handle: FileHandle | null }
  | { readonly ok: false; readonly message: string };

const kinds = [{ description: 'Specification', accept: { 'text/markdown': ['.md', '.markdown'], 'text/plain': ['.txt'] } }];

export const cancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Reads a chosen or dropped file. */
export async function readFile(file: File, handle: FileHandle | null): Promise<Opened> {
  if (file.size > maxFileSize) {
    return { ok: false, message: `${file.name} is ${Math.round(file.size / 1e6)} MB; the limit is ${maxFileSize / 1e6} MB.` };
  }
  const decoded = decodeFile(file.name, new Uint8Array(await file.arrayBuffer()));
  if (!decoded) return { ok: false, message: `${file.name} isn’t a UTF-8 text file, so it can’t be opened.` };
  return { ok: true, file: decoded, handle };
}

/**
 * Returns the bytes of an .xlsx file, or of an .xls file, which is rejected later; null for any
 * other file.
 */
export async function readSpreadsheet(file: File): Promise<{ text: ''; bytes: Uint8Array; name: string } | null> {
  if (!/\.(xlsx|xlsm|xls)$/i.test(file.name) || file.size > maxFileSize) return null;
  return { text: '', bytes: new Uint8Array(await file.arrayBuffer()), name: file.name };
}

/** Asks for a file; returns null if the person cancels. */
export async function chooseFile(window: Window): Promise<Opened | null> {
  const { showOpenFilePicker } = window as unknown as Pickers;
  if (showOpenFilePicker) {
    try {
      const [handle] = await showOpenFilePicker.call(window, { types: kinds, multiple: false });
      return handle ? await readFile(await handle.getFile(), handle) : null;
    } catch (error) {
      if (cancelled(error)) return null;
      throw error;
    }
  }
  const file = await new Promise<File | null>((resolve) => {
    const input = window.document.createElement('input');
    input.type = 'file';
    input.accept = '.md,.markdown,.txt,text/markdown,text/plain';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null), { once: true });
    input.addEventListener('cancel', () => resolve(null), { once: true });
    input.click();
  });
  return file ? await readFile(file, null) : null;
}

export type Saved =
  | { readonly kind: 'written'; readonly handle: FileHandle; readonly name: string }
  | { readonly kind: 'downloaded' }
  | { readonly kind: 'cancelled' };

/**
 * Writes to the known file, else asks where to save, else (in browsers that cannot write files)
 * downloads.
 */
export async function saveFile(window: Window, text: string, form: FileForm, known: FileHandle | null): Promise<Saved> {
  const bytes = encodeFile(text, form);
  const { showSaveFilePicker } = window as unknown as Pickers;
  try {
    const handle = known ?? (showSaveFilePicker ? await showSaveFilePicker.call(window, { types: kinds, suggestedName: form.name }) : null);
    if (handle) {
      const stream = await handle.createWritable();
      await stream.write(bytes);
      await stream.close();
      return { kind: 'written', handle, name: handle.name };
    }
  } catch (error) {
    if (cancelled(error)) return { kind: 'cancelled' };
    throw error;
  }
  download(window, bytes, 'text/markdown', form.name);
  return { kind: 'downloaded' };
}

/** Downloads a file. */
export function download(window: Window, bytes: Uint8Array<ArrayBuffer>, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
