import { localStorageOrNull } from '../storage.ts';

/** A saved arrangement of a list. */
export interface SavedView {
  readonly name: string;
  /** In the form that `writeListState` writes without a prefix. */
  readonly query: string;
}

export interface SavedViews {
  read(): readonly SavedView[];
  /** Replaces a view of the same name. Returns false if the browser cannot store it. */
  save(view: SavedView): boolean;
  delete(name: string): boolean;
}

type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** One person's views of one list, stored in this browser. */
export function savedViews(key: string, storage: Keeper | null = localStorageOrNull()): SavedViews {
  const read = (): readonly SavedView[] => {
    const text = storage?.getItem(key) ?? null;
    if (text === null) return [];
    try {
      const kept: unknown = JSON.parse(text);
      return Array.isArray(kept) ? kept.filter(isView) : [];
    } catch (error) {
      // Not written by this code, so ignore it.
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  };
  const write = (views: readonly SavedView[]): boolean => {
    if (storage === null) return false;
    try {
      if (views.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(views));
      return true;
    } catch {
      // Storage is full or forbidden; the caller reports it.
      return false;
    }
  };
  return {
    read,
    save: (view) => write([...read().filter(({ name }) => name !== view.name), view].sort((a, b) => a.name.localeCompare(b.name))),
    delete: (name) => write(read().filter((view) => view.name !== name)),
  };
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<SavedView>).name === 'string' &&
  typeof (value as Partial<SavedView>).query === 'string';
