import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { valueFromJson, valueToJson } from '../json-value.ts';
import type { InboxEntry } from '../outbox.ts';
import type { Schema } from '../schema.ts';
import type { AuditEntry, MemberList, Snapshot, StoredRecord, StoredSession } from '../store.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { gatherSnapshot, pourSnapshot, type SnapshotSink } from './sink.ts';

/*
 * A snapshot as a file: lines of JSON. The first describes it; the last has the number of lines and
 * their SHA-256, so that a truncated file is never accepted.
 */

const format = 'ninefold-snapshot';
const version = 1;

type Line =
  | { readonly kind: 'head'; readonly format: string; readonly version: number; readonly schema: Schema }
  | { readonly kind: 'setting'; readonly key: string; readonly value: string }
  /** Values as texts of json-value.ts, which loses nothing. */
  | { readonly kind: 'record'; readonly entity: string; readonly id: string; readonly values: Readonly<Record<string, unknown>> }
  | ({ readonly kind: 'members' } & MemberList)
  | ({ readonly kind: 'serial' } & Snapshot['serials'][number])
  | ({ readonly kind: 'entered' } & Snapshot['entered'][number])
  | ({ readonly kind: 'trail' } & AuditEntry)
  | ({ readonly kind: 'session' } & StoredSession)
  | ({ readonly kind: 'inbox' } & InboxEntry)
  | { readonly kind: 'file'; readonly id: string; readonly base64: string }
  | { readonly kind: 'end'; readonly lines: number; readonly sha256: string };

/** Thrown by readSnapshot, in words for people. */
export class NotASnapshot extends Error {
  override readonly name = 'NotASnapshot';
}

/** A snapshot as bytes, piece by piece; `begin` is called where they begin, also once more. */
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

export function writeSnapshot(snapshot: Snapshot): Uint8Array {
  const pieces: Uint8Array[] = [];
  const sink = snapshotLines((bytes) => pieces.push(bytes));
  pourSnapshot(snapshot, sink);
  sink.end();
  return joined(pieces);
}

function recordLine(entity: string, { id, ...values }: StoredRecord): Line {
  const said = Object.entries(values).map(([field, value]): [string, unknown] => [field, JSON.parse(valueToJson(value ?? null))]);
  return { kind: 'record', entity, id, values: Object.fromEntries(said) };
}

/** Throws NotASnapshot if the bytes are not a snapshot, incomplete, or of an unknown version. */
export function readSnapshot(bytes: Uint8Array): Snapshot {
  const end = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  const body = bytes.subarray(0, end);
  const lines = textLines(body).map(parsed);
  const [head, ...rest] = lines;
  if (head?.kind !== 'head' || head.format !== format) throw new NotASnapshot('this is no snapshot of a product’s data');
  if (head.version !== version)
    throw new NotASnapshot(`this snapshot is of version ${head.version}; this program knows version ${version} only`);
  const [last] = textLines(bytes.subarray(end)).map(parsed);
  if (last?.kind !== 'end') throw new NotASnapshot('this snapshot is not whole: its end is missing');
  if (last.lines !== lines.length) throw new NotASnapshot(`this snapshot is not whole: it has ${lines.length} lines of ${last.lines}`);
  if (last.sha256 !== bytesToHex(sha256(body)))
    throw new NotASnapshot('this snapshot was changed after it was taken: its checksum differs');
  return gathered(head.schema, rest);
}

function textLines(bytes: Uint8Array): string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n').slice(0, -1);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new NotASnapshot('this is no snapshot of a product’s data: it is not text');
  }
}

function parsed(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new NotASnapshot('this is no snapshot of a product’s data, or it was changed after it was taken');
  }
}

function gathered(schema: Schema, lines: readonly Line[]): Snapshot {
  const sink = gatherSnapshot();
  sink.begin(schema);
  for (const line of lines) give(line, sink);
  return sink.snapshot();
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
