import { cancelled, type FileHandle } from './disk.ts';

export type FolderHandle = FileSystemDirectoryHandle;

/** A specification in a folder on the disk, by its way from there: `products/helpdesk.md`. */
export interface FolderFile {
  readonly path: string;
  readonly handle: FileHandle;
}

export interface Folder {
  readonly name: string;
  /** In the order of their paths. */
  readonly files: readonly FolderFile[];
  /** There are more than are listed. */
  readonly more: boolean;
}

/** So many are listed of a folder, and so deep. */
const most = 200;
const deepest = 4;

/** Asks for a folder that may be written to; null when the person thinks better of it. */
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

/** The texts in a folder and the folders in it; hidden ones and those of packages are left out. */
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
