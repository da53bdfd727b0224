import type { Bytes } from '../base/bytes.ts';
import type { FileInPieces } from '../serve/files/open-file.ts';

/** What a command needs of the machine it runs on; tests give one in memory. */
export interface Machine {
  /** The folder that file names are relative to, for messages. */
  readonly cwd: string;
  /** Whether colours may be written. */
  readonly color: boolean;
  readFile(path: string): Promise<FileContent>;
  /** The same, read piece by piece. */
  fileInPieces(path: string): Promise<FileContent<Bytes>>;
  /** A file of this command alone that no other user can read; the command deletes it. */
  scratchFile(): ScratchFile;
  /**
   * Writes the whole file or nothing of it. Null when it is written, else why not, in the system's
   * words.
   */
  writeFile(path: string, bytes: Uint8Array): Promise<string | null>;
  /** Begins to write a file piece by piece; `mode`: the permissions of a new one. */
  openFile(path: string, mode?: number): FileInPieces;
  /** The names of the files in a folder, sorted; null when there is no such folder. */
  listFolder(path: string): Promise<readonly string[] | null>;
  /** Removes a file; one that is gone already is no matter. */
  removeFile(path: string): Promise<void>;
  /**
   * The folder of what `npm run build` made for `ninefold build`, rebuilt where it is missing or
   * old; or why there is none.
   */
  productRuntime(): Promise<{ readonly folder: string } | { readonly why: string }>;
  write(text: string): void;
  writeError(text: string): void;
  /** Whether a person reads what is written and can answer. */
  readonly interactive: boolean;
  /** The line that is typed behind a prompt; null when there is no more input. */
  readLine(prompt: string): Promise<string | null>;
  /**
   * Calls back after one of the files was changed, until it is told to stop. `why`: they cannot be
   * watched.
   */
  watch(files: readonly string[], changed: () => void): { stop(): void } | { readonly why: string };
  /** A variable of the environment; undefined where it is not set. */
  environment(name: string): string | undefined;
  /**
   * Resolves when the person, or the system, next asks the command to end (Ctrl-C, SIGTERM).
   */
  interrupted(): Promise<void>;
  /** Ends the program now, also where something of it still runs. */
  exit(code: number): void;
  /** What another program speaks through; absent where there is none. */
  readonly streams?: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };
}

export type FileContent<B = Uint8Array> =
  | { readonly kind: 'file'; readonly bytes: B }
  | { readonly kind: 'missing' | 'folder' | 'denied' }
  /** `why` in the system's words. */
  | { readonly kind: 'unreadable'; readonly why: string };

/** What does not fit in memory. */
export interface ScratchFile {
  /** After what was written before. */
  write(bytes: Uint8Array): void;
  /** What was written so far. */
  readonly bytes: Bytes;
  drop(): void;
}
