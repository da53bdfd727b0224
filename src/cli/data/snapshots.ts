import { systemPlatform } from '../../base/platform.ts';
import { filesElsewhere, filesOfSnapshot, isPreviewId } from '../../engine/change/files.ts';
import { restoreStore, textOf } from '../../engine/data/put-back.ts';
import { documentOpener } from '../../engine/document/open-document.ts';
import { DataWouldBeLost } from '../../engine/document/open-model.ts';
import { readModel } from '../../model/read.ts';
import type { OpenedDatabase } from '../../serve/engine/database.ts';
import { packedSnapshot, snapshotMode } from '../../serve/engine/packed-snapshot.ts';
import { megabyte } from '../../serve/http/settings.ts';
import { TrailNotOwned } from '../../store/postgres/guard.ts';
import { DamagedArchive, gunzipInto } from '../../store/snapshot/gzip.ts';
import { NotASnapshot, openSnapshot } from '../../store/snapshot/lines.ts';
import { snapshotFolder, snapshotName } from '../../store/snapshot/name.ts';
import { type SnapshotPieces, type SnapshotSink, settingsOf } from '../../store/snapshot/sink.ts';
import type { ExitCode } from '../command.ts';
import type { Document } from '../documents.ts';
import type { Machine } from '../machine.ts';
import { plural } from '../text/summary.ts';
import type { DataPlace } from './data-place.ts';
import { withAnyStore, withStore } from './opened.ts';
import { secretWords } from './secret-words.ts';

/** Writes all data to one file. */
export async function takeSnapshot(document: Document, place: DataPlace, out: string | undefined, host: Machine): Promise<ExitCode> {
  const done = await withStore(place, document, host, async (opened): Promise<ExitCode> => {
    await opened.run(documentOpener({ store: opened.store, text: document.text, onLoss: 'refuse', keepDocument: true }));
    return (await keepSnapshot(opened, document, place, out, host)) === null ? 2 : 0;
  });
  return done ?? 2;
}

/**
 * Writes a snapshot of the open store. Returns the file's name, or null if it cannot be written;
 * the reason has been reported.
 */
export async function keepSnapshot(
  { store, run }: Pick<OpenedDatabase, 'store' | 'run'>,
  document: Document,
  place: DataPlace,
  out: string | undefined,
  host: Machine,
): Promise<string | null> {
  const path = out ?? standardPath(document, place);
  const file = host.openFile(path, snapshotMode);
  const packed = packedSnapshot(file);
  let inside = nothingYet();
  const sink: SnapshotSink = {
    ...packed,
    begin(schema) {
      inside = nothingYet();
      packed.begin(schema);
    },
    setting(key, value) {
      inside.settings.set(key, value);
      packed.setting(key, value);
    },
    record(entity, record) {
      inside.records++;
      packed.record(entity, record);
    },
    file(id, bytes) {
      if (!isPreviewId(id)) inside.files++;
      packed.file(id, bytes);
    },
  };
  try {
    await run(() => store.snapshotInto(sink));
  } catch (error) {
    file.drop();
    throw error;
  }
  packed.end();
  const why = file.keep();
  if (why !== null) {
    host.writeError(`${path}: cannot write this file (${why}).\n`);
    return null;
  }
  const words = secretWords(readModel(textOf(inside)).entities, ['password hashes', 'sessions']);
  host.writeError(`${path}: a snapshot of ${plural(inside.records, 'record')}${filesWords(inside)}. ${words}
`);
  return path;
}

interface Inside {
  records: number;
  files: number;
  readonly settings: Map<string, string>;
}

const nothingYet = (): Inside => ({ records: 0, files: 0, settings: new Map() });

/** Describes which files the snapshot contains and which it leaves out. */
function filesWords({ files, settings }: Inside): string {
  const { count, bytes } = filesElsewhere(filesOfSnapshot({ settings }));
  const inside = files === 0 ? '' : ` and ${plural(files, 'file')}`;
  return count === 0 ? inside : `${inside}, without ${elsewhereWords(count, bytes)}`;
}

export const elsewhereWords = (count: number, bytes: number): string =>
  `${plural(count, 'file')} (${(bytes / megabyte).toFixed(1)} MB) in the file store of --files: back that up too`;

function standardPath(document: Document, { database }: DataPlace): string {
  const folder = snapshotFolder(document.file, database.kind === 'embedded' ? database.folder : null);
  return `${folder}/${snapshotName(systemPlatform.now())}`;
}

/** Replaces all data by a snapshot, after saving the existing data to another snapshot. */
export async function putSnapshotBack(document: Document, place: DataPlace, from: string, host: Machine): Promise<ExitCode> {
  const content = await host.fileInPieces(from);
  if (content.kind !== 'file') {
    host.writeError(`${from}: ${content.kind === 'missing' ? 'no such file' : 'cannot be read'}.\n`);
    return 2;
  }
  const scratch = host.scratchFile();
  try {
    await gunzipInto(content.bytes, (piece) => scratch.write(piece));
    return await putBack(document, place, openSnapshot(scratch.bytes), host);
  } catch (error) {
    const why =
      error instanceof NotASnapshot ? error.message : error instanceof DamagedArchive ? 'this compressed file is incomplete' : null;
    if (why === null) throw error;
    host.writeError(`${from}: ${why}.\n`);
    return 2;
  } finally {
    scratch.drop();
  }
}

async function putBack(document: Document, place: DataPlace, pieces: SnapshotPieces, host: Machine): Promise<ExitCode> {
  const done = await withAnyStore(place, document, host, async (opened): Promise<ExitCode> => {
    const { store, run } = opened;
    const hasData = await run(() => store.keptSchema() !== null);
    if (hasData) {
      await run(documentOpener({ store, text: document.text, onLoss: 'refuse', keepDocument: true }));
      if ((await keepSnapshot(opened, document, place, undefined, host)) === null) return 2;
    }
    try {
      const text = textOf({ settings: settingsOf(pieces) });
      const model = readModel(text);
      await run(() => restoreStore(store, pieces, model));
      host.write(`Restored ${plural(pieces.records, 'record')} to ${place.words}.\n`);
      if (text !== document.text)
        host.write(
          `The snapshot was made with another text of ${document.file}: run “ninefold data change ${document.file}” to see what that changes.\n`,
        );
      return 0;
    } catch (error) {
      if (!(error instanceof DataWouldBeLost || error instanceof TrailNotOwned)) throw error;
      host.writeError(`${error.message}\n`);
      return 1;
    }
  });
  return done ?? 2;
}
