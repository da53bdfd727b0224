import { Gzip } from 'fflate';
import { snapshotLines } from '../../store/snapshot/lines.ts';
import type { SnapshotSink } from '../../store/snapshot/sink.ts';
import type { FileInPieces } from '../files/open-file.ts';

/** Hashes of passwords and sessions are in a snapshot: only its owner reads it. */
export const snapshotMode = 0o600;

/** Packs a snapshot into a file while it is read. `end` comes before the file is kept. */
export function packedSnapshot(file: Pick<FileInPieces, 'write' | 'restart'>): SnapshotSink & { end(): void } {
  const packed = (): Gzip => new Gzip((bytes) => file.write(bytes));
  let pack = packed();
  const lines = snapshotLines(
    (bytes) => pack.push(bytes),
    () => {
      file.restart();
      pack = packed();
    },
  );
  return {
    ...lines,
    end() {
      lines.end();
      pack.push(new Uint8Array(), true);
    },
  };
}
