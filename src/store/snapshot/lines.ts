import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { BufferedBytes, type Bytes } from '../../base/bytes.ts';
import { valueFromJson, valueToJson } from '../json-value.ts';
import type { InboxEntry } from '../outbox.ts';
import type { Schema } from '../schema.ts';
import type { AuditEntry, MemberList, Snapshot, StoredRecord, StoredSession } from '../store.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { type Phase, readSnapshotPieces, type SnapshotPieces, type SnapshotSink, writeSnapshotTo } from './sink.ts';

/*
 * A snapshot as a file: lines of JSON. The first describes it; the last has the number of lines and
 * their SHA-256, so that a truncated file is never accepted.
 */

const format = 'ninefold-snapshot';
const version = 1;
const lineFeed = 10;

type Line =
  | { readonly kind: 'head'; readonly format: string; readonly version: number; readonly schema: Schema }
  | { readonly kind: 'setting'; readonly key: string; readonly value: string }
  /** Values in the form of json-value.ts, which loses nothing. */
  | { readonly kind: 'record'; readonly entity: string; readonly id: string; readonly values: Readonly<Record<string, unknown>> }
  | ({ readonly kind: 'members' } & MemberList)
  | ({ readonly kind: 'serial' } & Snapshot['serials'][number])
  | ({ readonly kind: 'entered' } & Snapshot['entered'][number])
  | ({ readonly kind: 'trail' } & AuditEntry)
  | ({ readonly kind: 'session' } & StoredSession)
  | ({ readonly kind: 'inbox' } & InboxEntry)
  | { readonly kind: 'file'; readonly id: string; readonly base64: string }
  | { readonly kind: 'end'; readonly lines: number; readonly sha256: string };

/** Thrown for a file that is not a valid snapshot; the message is for people. */
export class NotASnapshot extends Error {
  override readonly name = 'NotASnapshot';
}

/**
 * Writes a snapshot as bytes, piece by piece. `begin` is called at the start, and again if the
 * snapshot starts over.
 */
export function snapshotLines(write: (bytes: Uint8Array) => void, begin: () => void = () => undefined): SnapshotSink & { end(): void } {
  const encoder = new TextEncoder();
  let hash = sha256.create();
  let lines = 0;
  const add = (line: Line): void => {
    const bytes = encoder.encode(`${JSON.stringify(line)}\n`);
    if (line.kind !== 'end') hash.update(bytes);
    lines++;
    write(bytes);
  };
  return {
    begin(schema) {
      begin();
      hash = sha256.create();
      lines = 0;
      add({ kind: 'head', format, version, schema });
    },
    setting: (key, value) => add({ kind: 'setting', key, value }),
    record: (entity, record) => add(recordLine(entity, record)),
    members: (list) => add({ kind: 'members', ...list }),
    serial: (serial) => add({ kind: 'serial', ...serial }),
    entered: (entered) => add({ kind: 'entered', ...entered }),
    trail: (entry) => add({ kind: 'trail', ...entry }),
    session: (session) => add({ kind: 'session', ...session }),
    inbox: (entry) => add({ kind: 'inbox', ...entry }),
    file: (id, bytes) => add({ kind: 'file', id, base64: toBase64(bytes) }),
    end: () => add({ kind: 'end', lines, sha256: bytesToHex(hash.digest()) }),
  };
}

/** Writes a snapshot in memory as the bytes of a file. */
export function writeSnapshot(snapshot: Snapshot): Uint8Array {
  const pieces: Uint8Array[] = [];
  const sink = snapshotLines((bytes) => pieces.push(bytes));
  writeSnapshotTo(snapshot, sink);
  sink.end();
  return joined(pieces);
}

function recordLine(entity: string, { id, ...values }: StoredRecord): Line {
  const entries = Object.entries(values).map(([field, value]): [string, unknown] => [field, JSON.parse(valueToJson(value ?? null))]);
  return { kind: 'record', entity, id, values: Object.fromEntries(entries) };
}

/** Throws NotASnapshot if the bytes are not a snapshot, incomplete, or of an unknown version. */
export const readSnapshot = (bytes: Bytes): Snapshot => readSnapshotPieces(openSnapshot(bytes));

/** The most lines and bytes in a page; a page has at least one line. */
const page = { lines: 1000, bytes: 2 ** 20 };

/**
 * Checks the whole file, then reads what is needed: only positions are in memory. Throws
 * NotASnapshot, as `readSnapshot` does.
 */
export function openSnapshot(bytes: Bytes): SnapshotPieces {
  const reading = new BufferedBytes(bytes);
  const runs: Readonly<Record<Phase, { readonly from: number; to: number }[]>> = { settings: [], records: [], members: [], rest: [] };
  const hash = sha256.create();
  let schema: Schema | null = null;
  let [lines, records] = [0, 0];
  let last: { readonly line: Line; readonly bytes: Uint8Array } | null = null;
  let place = 0;
  for (let next = reading.indexOf(lineFeed, place); next >= 0; next = reading.indexOf(lineFeed, place)) {
    // The last line contains the hash of the others.
    if (last !== null) hash.update(last.bytes);
    // Copied, because the next piece may reuse the memory.
    const own = reading.read(place, next + 1).slice();
    const line = parsed(own);
    if (lines === 0) schema = schemaIn(line);
    const phase = phaseOf(line);
    const run = phase === null ? null : runs[phase];
    if (run?.at(-1)?.to === place) (run.at(-1) as { to: number }).to = next + 1;
    else run?.push({ from: place, to: next + 1 });
    if (line.kind === 'record') records++;
    last = { line, bytes: own };
    place = next + 1;
    lines++;
  }
  if (schema === null) throw new NotASnapshot('this is not a snapshot of a product’s data');
  if (last?.line.kind !== 'end' || place < reading.length) throw new NotASnapshot('this snapshot is not whole: its end is missing');
  if (last.line.lines !== lines - 1) throw new NotASnapshot(`this snapshot is not whole: it has ${lines - 1} lines of ${last.line.lines}`);
  if (last.line.sha256 !== bytesToHex(hash.digest()))
    throw new NotASnapshot('this snapshot was changed after it was taken: its checksum differs');
  return {
    schema,
    records,
    page(phase, from, sink) {
      const begins = from ?? runs[phase][0]?.from;
      const run = runs[phase].findIndex(({ to }) => begins !== undefined && begins < to);
      const end = runs[phase][run]?.to;
      if (begins === undefined || end === undefined) return null;
      let at = begins;
      for (let count = 0; at < end && count < page.lines && at - begins < page.bytes; count++) {
        const next = reading.indexOf(lineFeed, at) + 1;
        give(parsed(reading.read(at, next)), sink);
        at = next;
      }
      return at < end ? at : (runs[phase][run + 1]?.from ?? null);
    },
  };
}

/** Returns the schema of the first line. Throws NotASnapshot. */
function schemaIn(line: Line): Schema {
  if (line.kind !== 'head' || line.format !== format) throw new NotASnapshot('this is not a snapshot of a product’s data');
  if (line.version !== version)
    throw new NotASnapshot(`this snapshot is of version ${line.version}; this program knows version ${version} only`);
  return line.schema;
}

/** The phase that a line belongs to; null for the first and last line, which contain no data. */
function phaseOf({ kind }: Line): Phase | null {
  if (kind === 'head' || kind === 'end') return null;
  return kind === 'setting' ? 'settings' : kind === 'record' ? 'records' : kind === 'members' ? 'members' : 'rest';
}

function parsed(bytes: Uint8Array): Line {
  try {
    return JSON.parse(textOf(bytes)) as Line;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new NotASnapshot('this is not a snapshot of a product’s data, or it was changed after it was taken');
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new NotASnapshot('this is not a snapshot of a product’s data: it is not text');
  }
}

function give(line: Line, sink: SnapshotSink): void {
  switch (line.kind) {
    case 'record': {
      const fields = Object.entries(line.values).map(([field, value]) => [field, valueFromJson(JSON.stringify(value))]);
      sink.record(line.entity, { ...Object.fromEntries(fields), id: line.id });
      return;
    }
    case 'setting':
      sink.setting(line.key, line.value);
      return;
    case 'file':
      sink.file(line.id, fromBase64(line.base64));
      return;
    case 'members':
      sink.members(withoutKind(line));
      return;
    case 'serial':
      sink.serial(withoutKind(line));
      return;
    case 'entered':
      sink.entered(withoutKind(line));
      return;
    case 'trail':
      sink.trail(withoutKind(line));
      return;
    case 'session':
      sink.session(withoutKind(line));
      return;
    case 'inbox':
      sink.inbox(withoutKind(line));
      return;
  }
}

function withoutKind<L extends Line>({ kind: _, ...rest }: L): Omit<L, 'kind'> {
  return rest;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
