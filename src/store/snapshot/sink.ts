import type { RunModel } from '../../model/run-model.ts';
import type { InboxEntry } from '../outbox.ts';
import type { Schema } from '../schema.ts';
import type { AuditEntry, DocumentStore, MemberList, Snapshot, StoredRecord, StoredSession } from '../store.ts';

/** What takes a snapshot piece by piece, so that it never has to be in memory as a whole. */
export interface SnapshotSink {
  /** Everything follows. What it was given before does not count: a transaction was begun again. */
  begin(schema: Schema): void;
  setting(key: string, value: string): void;
  /** In the order of ids. */
  record(entity: string, record: StoredRecord): void;
  members(list: MemberList): void;
  serial(serial: Snapshot['serials'][number]): void;
  entered(entered: Snapshot['entered'][number]): void;
  trail(entry: AuditEntry): void;
  session(session: StoredSession): void;
  inbox(entry: InboxEntry): void;
  file(id: string, bytes: Uint8Array): void;
}

/** A store whose data may not fit in memory. */
export interface PouringStore extends DocumentStore {
  /** As `snapshot`, piece by piece. */
  snapshotInto(sink: SnapshotSink, under?: RunModel): void;
  /** As `restore`, page by page. */
  restoreFrom(model: RunModel, pieces: SnapshotPieces): void;
}

/** What comes together: the tables are made and completed between these. */
export type Phase = 'settings' | 'records' | 'members' | 'rest';
export const phases: readonly Phase[] = ['settings', 'records', 'members', 'rest'];

/** A snapshot that does not have to be in memory as a whole. */
export interface SnapshotPieces {
  readonly schema: Schema;
  /** How many records there are. */
  readonly records: number;
  /**
   * Gives some pieces of a phase, from a place on (null: from the first). Returns the place of the
   * next one; null: there are no more.
   */
  page(phase: Phase, from: number | null, sink: SnapshotSink): number | null;
}

/** A snapshot that is in memory, piece by piece. */
export function pourSnapshot(snapshot: Snapshot, sink: SnapshotSink): void {
  sink.begin(snapshot.schema);
  for (const phase of phases) pourPhase(snapshot, phase, sink);
}

/** The same, as pieces: each phase is one page. */
export const piecesOf = (snapshot: Snapshot): SnapshotPieces => ({
  schema: snapshot.schema,
  records: [...snapshot.records.values()].reduce((sum, list) => sum + list.length, 0),
  page(phase, _from, sink) {
    pourPhase(snapshot, phase, sink);
    return null;
  },
});

/** All of a snapshot in memory. */
export function gathered(pieces: SnapshotPieces): Snapshot {
  const sink = gatherSnapshot();
  sink.begin(pieces.schema);
  for (const phase of phases) eachPage(pieces, phase, sink);
  return sink.snapshot();
}

/** Its settings by key. */
export function settingsOf(pieces: SnapshotPieces): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  eachPage(pieces, 'settings', { ...noSnapshot, setting: (key, value) => void settings.set(key, value) });
  return settings;
}

function eachPage(pieces: SnapshotPieces, phase: Phase, sink: SnapshotSink): void {
  for (let next = pieces.page(phase, null, sink); next !== null; ) next = pieces.page(phase, next, sink);
}

function pourPhase(snapshot: Snapshot, phase: Phase, sink: SnapshotSink): void {
  switch (phase) {
    case 'settings':
      for (const [key, value] of snapshot.settings) sink.setting(key, value);
      return;
    case 'records':
      for (const [entity, records] of snapshot.records) for (const record of records) sink.record(entity, record);
      return;
    case 'members':
      for (const list of snapshot.members) sink.members(list);
      return;
    case 'rest':
      pourRest(snapshot, sink);
  }
}

function pourRest(snapshot: Snapshot, sink: SnapshotSink): void {
  for (const serial of snapshot.serials) sink.serial(serial);
  for (const entered of snapshot.entered) sink.entered(entered);
  for (const entry of snapshot.trail) sink.trail(entry);
  for (const session of snapshot.sessions) sink.session(session);
  for (const entry of snapshot.inbox) sink.inbox(entry);
  for (const [id, bytes] of snapshot.files) sink.file(id, bytes);
}

/** Keeps all of it in memory. `snapshot` throws before anything was given. */
export function gatherSnapshot(): SnapshotSink & { snapshot(): Snapshot } {
  const empty = (schema: Schema) => ({
    schema,
    records: new Map<string, StoredRecord[]>(schema.tables.map((table) => [table.entity, []])),
    members: [] as MemberList[],
    serials: [] as Snapshot['serials'][number][],
    entered: [] as Snapshot['entered'][number][],
    trail: [] as AuditEntry[],
    sessions: [] as StoredSession[],
    inbox: [] as InboxEntry[],
    files: new Map<string, Uint8Array>(),
    settings: new Map<string, string>(),
  });
  let parts: ReturnType<typeof empty> | null = null;
  const some = (): ReturnType<typeof empty> => {
    if (parts === null) throw new Error('the snapshot was not begun');
    return parts;
  };
  return {
    begin: (schema) => void (parts = empty(schema)),
    setting: (key, value) => void some().settings.set(key, value),
    record: (entity, record) => void some().records.get(entity)?.push(record),
    members: (list) => void some().members.push(list),
    serial: (serial) => void some().serials.push(serial),
    entered: (entered) => void some().entered.push(entered),
    trail: (entry) => void some().trail.push(entry),
    session: (session) => void some().sessions.push(session),
    inbox: (entry) => void some().inbox.push(entry),
    file: (id, bytes) => void some().files.set(id, bytes),
    snapshot: some,
  };
}

/** Takes nothing of it: for what is interested in a part. */
export const noSnapshot: SnapshotSink = {
  begin: () => undefined,
  setting: () => undefined,
  record: () => undefined,
  members: () => undefined,
  serial: () => undefined,
  entered: () => undefined,
  trail: () => undefined,
  session: () => undefined,
  inbox: () => undefined,
  file: () => undefined,
};
