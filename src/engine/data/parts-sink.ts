/** Receives tables and files by path, in one or several pieces. */
export interface PartsSink {
  /** Starts from the beginning and discards everything received before. */
  begin(): void;
  /** Begins a part; the following pieces belong to it. */
  part(path: string): void;
  piece(bytes: Uint8Array): void;
}
