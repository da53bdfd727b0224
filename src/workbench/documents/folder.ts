import { cancelled, type FileHandle } from './disk.ts';

export type FolderHandle = FileSystemDirectoryHandle;

/** A specification in a folder on disk, with its relative path: `products/helpdesk.md`. */
export interface FolderFile {
  readonly path: string;
  readonly handle: FileHandle;
}

export interface Folder {
  readonly name: string;
  /** Sorted by path. */
  readonly files: readonly FolderFile[];
  /** The folder contains more files than are listed. */
  readonly more: boolean;
}

/** The maximum number of files listed, and the maximum depth. */
const most = 200;
const deepest = 4;

/** Asks for a folder with write access; returns null if the person cancels. */
export async function chooseFolder(window: Window): Promise<FolderHandle | null> {
  const { showDirectoryPicker } = window as Window & { readonly showDirectoryPicker?: (options: object) => Promise<FolderHandle> };
  if (!showDirectoryPicker) throw new Error('this browser opens no folders');
  try {
    return await showDirectoryPicker.call(window, { mode: 'readwrite' });
  } catch (error) {
    if (cancelled(error)) return null;
    throw error;
  }
}

/** Lists the texts in a folder and its subfolders, except hidden folders and those of packages. */
export async function listFolder(folder: FolderHandle): Promise<Folder> {
  const files: FolderFile[] = [];
  let more = false;
  const look = async (inside: FolderHandle, path: string, depth: number): Promise<void> => {
    for await (const handle of inside.values()) {
      if (files.length >= most) {
        more = true;
        return;
      }
      if (handle.name.startsWith('.') || handle.name === 'node_modules') continue;
      const own = path + handle.name;
      if (handle.kind === 'file') {
        if (/\.(?:md|markdown|txt)$/i.test(own)) files.push({ path: own, handle });
      } else if (depth === deepest) more = true;
      else await look(handle, `${own}/`, depth + 1);
    }
  };
  await look(folder, '', 0);
  return { name: folder.name, files: files.sort((a, b) => a.path.localeCompare(b.path)), more };
}
