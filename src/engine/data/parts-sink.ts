/** Where tables and files go: each by its path, in pieces or whole. */
export interface PartsSink {
  /** Everything follows; nothing of what came before counts. */
  begin(): void;
  /** The part that the following pieces belong to. */
  part(path: string): void;
  piece(bytes: Uint8Array): void;
}
