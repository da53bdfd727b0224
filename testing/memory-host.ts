import type { FileContent, Host } from '../src/cli/host.ts';

/** A host whose files are given, and that keeps what is written. */
export interface MemoryHost extends Host {
  readonly output: string;
  readonly errors: string;
  /** What was written to files. */
  readonly written: ReadonlyMap<string, Uint8Array>;
}

/** A text or bytes is a file; `folder` and `denied` stand for what cannot be read. */
export type MemoryFiles = Readonly<Record<string, string | Uint8Array | { readonly kind: 'folder' | 'denied' }>>;

export function memoryHost(files: MemoryFiles = {}, color = false): MemoryHost {
  let output = '';
  let errors = '';
  const written = new Map<string, Uint8Array>();
  return {
    cwd: '/work',
    color,
    async readFile(path): Promise<FileContent> {
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      if (file === undefined) return { kind: 'missing' };
      if (typeof file === 'string') return { kind: 'file', bytes: new TextEncoder().encode(file) };
      return file instanceof Uint8Array ? { kind: 'file', bytes: file } : file;
    },
    async writeFile(path, bytes) {
      written.set(path, bytes);
      return null;
    },
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
    written,
    get output() {
      return output;
    },
    get errors() {
      return errors;
    },
  };
}
