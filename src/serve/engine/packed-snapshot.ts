import { Gzip } from 'fflate';
import { snapshotLines } from '../../store/snapshot/lines.ts';
import type { SnapshotSink } from '../../store/snapshot/sink.ts';
import type { FileInPieces } from '../files/open-file.ts';

/** Only the owner may read a snapshot, because it contains hashes of passwords and sessions. */
export const snapshotMode = 0o600;

/** Compresses a snapshot into a file as it arrives. Call `end` before keeping the file. */
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
