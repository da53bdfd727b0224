import { Zip, ZipDeflate } from 'fflate';
import { inPieces } from '../../base/bytes.ts';
import { csvLosses, csvSink } from '../../engine/data/csv-form.ts';
import type { DataSink } from '../../engine/data/data-sink.ts';
import { jsonSink } from '../../engine/data/json-form.ts';
import type { PartsSink } from '../../engine/data/parts-sink.ts';
import type { ModelIndex } from '../../engine/document/model-index.ts';
import type { FileInPieces } from '../../serve/files/open-file.ts';
import type { AuditEntry } from '../../store/store.ts';
import type { Machine } from '../machine.ts';

/** A destination for exported data, which is written while the data is read. */
export interface DataOut {
  readonly sink: DataSink;
  /** Writes an entry of the audit trail, after all data. */
  trail(entry: AuditEntry): void;
  /** What the format cannot express. */
  readonly losses: readonly string[];
  /** Completes the export and moves it into place. Returns what could not be written. */
  keep(): readonly { readonly path: string; readonly why: string }[];
  /** Discards everything written so far. */
  drop(): void;
}

export function jsonTo(product: string, path: string, file: FileInPieces): DataOut {
  const encoder = new TextEncoder();
  let waiting: string[] = [];
  const flush = (): void => file.write(encoder.encode(waiting.splice(0).join('')));
  const sink = jsonSink(
    product,
    (text) => {
      if (waiting.push(text) === 1000) flush();
    },
    () => {
      waiting = [];
      file.restart();
    },
  );
  return {
    sink,
    trail: (entry) => sink.trail(entry),
    losses: [],
    keep() {
      sink.end();
      flush();
      return problemsOf(path, file.keep());
    },
    drop: () => file.drop(),
  };
}

/** Writes CSV tables to a `.zip` archive or a folder. */
export function csvTo(index: ModelIndex, out: string, host: Machine): DataOut {
  const parts = /\.zip$/i.test(out) ? zipParts(out, host.openFile(out)) : folderParts(out.replace(/\/$/, ''), host);
  const sink = csvSink(index, parts);
  return {
    sink,
    trail: () => undefined,
    losses: csvLosses(index),
    keep() {
      sink.end();
      return parts.keep();
    },
    drop: () => parts.drop(),
  };
}

type Problems = ReturnType<DataOut['keep']>;
type Parts = PartsSink & Pick<DataOut, 'keep' | 'drop'>;

const problemsOf = (path: string, why: string | null): Problems => (why === null ? [] : [{ path, why }]);

/**
 * Moves each part into place before the next one begins, so that only one file is open at a time.
 */
function folderParts(folder: string, host: Machine): Parts {
  let open: { readonly path: string; readonly file: FileInPieces } | null = null;
  let problems: Problems[number][] = [];
  const close = (): void => {
    if (open !== null) problems.push(...problemsOf(open.path, open.file.keep()));
    open = null;
  };
  const drop = (): void => {
    open?.file.drop();
    open = null;
  };
  return {
    begin() {
      drop();
      problems = [];
    },
    part(name) {
      close();
      const path = `${folder}/${name}`;
      open = { path, file: host.openFile(path) };
    },
    piece: (bytes) => open?.file.write(bytes),
    keep() {
      close();
      return problems;
    },
    drop,
  };
}

function zipParts(path: string, file: FileInPieces): Parts {
  const begun = (): Zip =>
    new Zip((error, bytes) => {
      if (error !== null) throw error;
      file.write(bytes);
    });
  let archive = begun();
  let open: ZipDeflate | null = null;
  const close = (): void => {
    open?.push(new Uint8Array(), true);
    open = null;
  };
  return {
    begin() {
      file.restart();
      archive = begun();
      open = null;
    },
    part(name) {
      close();
      open = new ZipDeflate(name);
      archive.add(open);
    },
    piece: (bytes) => open?.push(bytes),
    keep() {
      close();
      archive.end();
      return problemsOf(path, file.keep());
    },
    drop: () => file.drop(),
  };
}

/**
 * Collects output for the screen or a pipe and writes it only when it is complete, because it can't
 * be taken back.
 */
export function screenFile(host: Pick<Machine, 'write' | 'scratchFile'>): FileInPieces {
  let scratch = host.scratchFile();
  return {
    write: (bytes) => scratch.write(bytes),
    restart() {
      scratch.drop();
      scratch = host.scratchFile();
    },
    keep() {
      const decoder = new TextDecoder();
      for (const bytes of inPieces(scratch.bytes)) host.write(decoder.decode(bytes, { stream: true }));
      scratch.drop();
      return null;
    },
    drop: () => scratch.drop(),
  };
}
