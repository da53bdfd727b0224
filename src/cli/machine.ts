import type { Bytes } from '../base/bytes.ts';
import type { FileInPieces } from '../serve/files/open-file.ts';

/** What a command needs from its environment; tests provide one in memory. */
export interface Machine {
  /** The folder that file names are relative to, for messages. */
  readonly cwd: string;
  /** Whether output may contain colours. */
  readonly color: boolean;
  readFile(path: string): Promise<FileContent>;
  /** Opens a file for reading in pieces. */
  fileInPieces(path: string): Promise<FileContent<Bytes>>;
  /** Creates a temporary file that no other user can read; the command deletes it. */
  scratchFile(): ScratchFile;
  /** Writes the whole file or nothing. Returns null on success, else the system's error message. */
  writeFile(path: string, bytes: Uint8Array): Promise<string | null>;
  /** Starts writing a file in pieces. `mode` sets the permissions of a new file. */
  openFile(path: string, mode?: number): FileInPieces;
  /** Returns the sorted names of the files in a folder; null if there is no such folder. */
  listFolder(path: string): Promise<readonly string[] | null>;
  /** Removes a file; does nothing if it does not exist. */
  removeFile(path: string): Promise<void>;
  /**
   * Returns the folder with the output of `npm run build` for `ninefold build`, rebuilding it if it
   * is missing or outdated; or why there is none.
   */
  productRuntime(): Promise<{ readonly folder: string } | { readonly why: string }>;
  write(text: string): void;
  writeError(text: string): void;
  /** Whether a person reads the output and can answer. */
  readonly interactive: boolean;
  /** Reads a line after showing a prompt; null at the end of input. */
  readLine(prompt: string): Promise<string | null>;
  /**
   * Calls `changed` after one of the files changes, until `stop` is called. `why`: the files cannot
   * be watched.
   */
  watch(files: readonly string[], changed: () => void): { stop(): void } | { readonly why: string };
  /** Returns an environment variable; undefined if it is not set. */
  environment(name: string): string | undefined;
  /** Resolves at the next request to stop (Ctrl-C, SIGTERM). */
  interrupted(): Promise<void>;
  /** Ends the program immediately, even if something is still running. */
  exit(code: number): void;
  /** The streams for talking to another program; absent if there are none. */
  readonly streams?: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };
}

export type FileContent<B = Uint8Array> =
  | { readonly kind: 'file'; readonly bytes: B }
  | { readonly kind: 'missing' | 'folder' | 'denied' }
  /** `why` is the system's error message. */
  | { readonly kind: 'unreadable'; readonly why: string };

/** Data that does not fit into memory. */
export interface ScratchFile {
  /** Appends bytes. */
  write(bytes: Uint8Array): void;
  /** Everything written so far. */
  readonly bytes: Bytes;
  drop(): void;
}
