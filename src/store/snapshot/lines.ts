import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { valueFromJson, valueToJson } from '../json-value.ts';
import type { InboxEntry } from '../outbox.ts';
import type { Schema } from '../schema.ts';
import type { AuditEntry, MemberList, Snapshot, StoredRecord, StoredSession } from '../store.ts';
import { fromBase64, toBase64 } from './base64.ts';

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

export function writeSnapshot(snapshot: Snapshot): Uint8Array {
  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  const hash = sha256.create();
  const add = (line: Line): void => {
    const bytes = encoder.encode(`${JSON.stringify(line)}\n`);
    if (line.kind !== 'end') hash.update(bytes);
    pieces.push(bytes);
  };
  add({ kind: 'head', format, version, schema: snapshot.schema });
  for (const [key, value] of snapshot.settings) add({ kind: 'setting', key, value });
  for (const [entity, records] of snapshot.records) for (const record of records) add(recordLine(entity, record));
  for (const list of snapshot.members) add({ kind: 'members', ...list });
  for (const serial of snapshot.serials) add({ kind: 'serial', ...serial });
  for (const entered of snapshot.entered) add({ kind: 'entered', ...entered });
  for (const entry of snapshot.trail) add({ kind: 'trail', ...entry });
  for (const session of snapshot.sessions) add({ kind: 'session', ...session });
  for (const entry of snapshot.inbox) add({ kind: 'inbox', ...entry });
  for (const [id, bytes] of snapshot.files) add({ kind: 'file', id, base64: toBase64(bytes) });
  add({ kind: 'end', lines: pieces.length, sha256: bytesToHex(hash.digest()) });
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
  const records = new Map<string, StoredRecord[]>(schema.tables.map((table) => [table.entity, []]));
  const settings = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const of = <K extends Line['kind']>(kind: K): Extract<Line, { kind: K }>[] =>
    lines.filter((line): line is Extract<Line, { kind: K }> => line.kind === kind);
  for (const { entity, id, values } of of('record')) {
    const fields = Object.entries(values).map(([field, value]) => [field, valueFromJson(JSON.stringify(value))]);
    records.get(entity)?.push({ ...Object.fromEntries(fields), id });
  }
  for (const { key, value } of of('setting')) settings.set(key, value);
  for (const { id, base64 } of of('file')) files.set(id, fromBase64(base64));
  return {
    schema,
    records,
    members: of('members').map(({ kind: _, ...list }) => list),
    serials: of('serial').map(({ kind: _, ...serial }) => serial),
    entered: of('entered').map(({ kind: _, ...entered }) => entered),
    trail: of('trail').map(({ kind: _, ...entry }) => entry),
    sessions: of('session').map(({ kind: _, ...session }) => session),
    inbox: of('inbox').map(({ kind: _, ...entry }) => entry),
    files,
    settings,
  };
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
