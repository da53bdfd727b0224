import type { DataPart } from './data-set.ts';

/** Where tables and files go: each by its path, in pieces or whole. */
export interface PartsSink {
  /** Everything follows; nothing of what came before counts. */
  begin(): void;
  /** The part that the following pieces belong to. */
  part(path: string): void;
  piece(bytes: Uint8Array): void;
}

/** Keeps them in memory. */
export function gatherParts(): PartsSink & { parts(): readonly DataPart[] } {
  let parts: { readonly path: string; readonly pieces: Uint8Array[] }[] = [];
  return {
    begin: () => void (parts = []),
    part: (path) => void parts.push({ path, pieces: [] }),
    piece: (bytes) => void parts.at(-1)?.pieces.push(bytes),
    parts: () => parts.map(({ path, pieces }) => ({ path, bytes: joined(pieces) })),
  };
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
