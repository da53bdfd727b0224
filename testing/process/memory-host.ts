import type { FileContent, Machine } from '../../src/cli/machine.ts';
import { scratchFile } from '../../src/cli/read-file.ts';

/** A host with given files that captures its output. */
export interface MemoryHost extends Machine {
  readonly output: string;
  readonly errors: string;
  /** The files that were written. */
  readonly written: ReadonlyMap<string, Uint8Array>;
  /** The current text of a file. */
  text(path: string): string;
  /** Changes a file from outside, and notifies its watchers. */
  change(path: string, text: string): void;
  /** Simulates Ctrl-C. */
  interrupt(): void;
  /** Resolves once a command watches files. */
  watched(): Promise<void>;
}

/** A text or bytes for a file; `folder` and `denied` for paths that cannot be read. */
export type MemoryFiles = Readonly<Record<string, string | Uint8Array | { readonly kind: 'folder' | 'denied' }>>;

/** `typed`: the lines that a person types at the terminal; then the input ends. */
export function memoryHost(given: MemoryFiles = {}, color = false, typed?: readonly string[]): MemoryHost {
  const files: Record<string, MemoryFiles[string]> = { ...given };
  const lines = [...(typed ?? [])];
  const watchers = new Set<() => void>();
  const waiting: (() => void)[] = [];
  let interrupt = (): void => {};
  let output = '';
  let errors = '';
  const written = new Map<string, Uint8Array>();
  const readFile = async (path: string): Promise<FileContent> => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (file === undefined) return { kind: 'missing' };
    if (typeof file === 'string') return { kind: 'file', bytes: new TextEncoder().encode(file) };
    return file instanceof Uint8Array ? { kind: 'file', bytes: file } : file;
  };
  return {
    cwd: '/work',
    color,
    readFile,
    fileInPieces: readFile,
    scratchFile,
    async writeFile(path, bytes) {
      if (typeof files[path] === 'object' && 'kind' in files[path]) return 'EACCES: permission denied';
      written.set(path, bytes);
      files[path] = bytes;
      return null;
    },
    openFile(path) {
      let bytes = new Uint8Array();
      const refused = typeof files[path] === 'object' && 'kind' in files[path];
      return {
        write(more) {
          const longer = new Uint8Array(bytes.length + more.length);
          longer.set(bytes);
          longer.set(more, bytes.length);
          bytes = longer;
        },
        restart: () => void (bytes = new Uint8Array()),
        keep() {
          if (refused) return 'EACCES: permission denied';
          written.set(path, bytes);
          files[path] = bytes;
          return null;
        },
        drop: () => undefined,
      };
    },
    async listFolder(path) {
      const below = `${path.replace(/\/$/, '')}/`;
      const names = Object.keys(files).flatMap((name) => (name.startsWith(below) ? [name.slice(below.length)] : []));
      return names.length === 0 ? null : names.filter((name) => !name.includes('/')).sort();
    },
    async removeFile(path) {
      delete files[path];
      written.delete(path);
    },
    async productRuntime() {
      return Object.hasOwn(files, 'runtime/files.json') ? { folder: 'runtime' } : { why: 'there is no runtime in this test.' };
    },
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
    interactive: typed !== undefined,
    async readLine(prompt) {
      output += prompt;
      const line = lines.shift();
      if (line !== undefined) output += `${line}\n`;
      return line ?? null;
    },
    watch(_files, changed) {
      watchers.add(changed);
      for (const done of waiting.splice(0)) done();
      return { stop: () => void watchers.delete(changed) };
    },
    environment: () => undefined,
    exit: () => undefined,
    interrupted: () =>
      new Promise((done) => {
        interrupt = done;
      }),
    written,
    text(path) {
      const file = files[path];
      return typeof file === 'string' ? file : file instanceof Uint8Array ? new TextDecoder().decode(file) : '';
    },
    change(path, text) {
      files[path] = text;
      for (const changed of watchers) changed();
    },
    interrupt: () => interrupt(),
    watched: () => (watchers.size > 0 ? Promise.resolve() : new Promise((done) => void waiting.push(done))),
    get output() {
      return output;
    },
    get errors() {
      return errors;
    },
  };
}
