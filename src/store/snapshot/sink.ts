import type { RunModel } from '../../model/run-model.ts';
import type { InboxEntry } from '../outbox.ts';
import type { Schema } from '../schema.ts';
import type { AuditEntry, DocumentStore, MemberList, Snapshot, StoredRecord, StoredSession } from '../store.ts';

/** Receives a snapshot piece by piece, so that it never has to be in memory as a whole. */
export interface SnapshotSink {
  /** Starts a snapshot; discard what came before, because a restarted transaction begins again. */
  begin(schema: Schema): void;
  setting(key: string, value: string): void;
  /** In id order. */
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
export interface StreamingStore extends DocumentStore {
  /** Like `snapshot`, but piece by piece. */
  snapshotInto(sink: SnapshotSink, under?: RunModel): void;
  /** Like `restore`, but page by page. */
  restoreFrom(model: RunModel, pieces: SnapshotPieces): void;
}

/** Pieces that arrive in the same phase; tables are created and completed between phases. */
export type Phase = 'settings' | 'records' | 'members' | 'rest';
export const phases: readonly Phase[] = ['settings', 'records', 'members', 'rest'];

/** A snapshot that can be read page by page. */
export interface SnapshotPieces {
  readonly schema: Schema;
  /** The number of records. */
  readonly records: number;
  /**
   * Passes some pieces of a phase to the sink, starting at a place (null: the first). Returns the
   * next place, or null at the end.
   */
  page(phase: Phase, from: number | null, sink: SnapshotSink): number | null;
}

/** Passes a snapshot in memory to a sink, piece by piece. */
export function writeSnapshotTo(snapshot: Snapshot, sink: SnapshotSink): void {
  sink.begin(snapshot.schema);
  for (const phase of phases) pourPhase(snapshot, phase, sink);
}

/** Presents a snapshot in memory as pages, one per phase. */
export const piecesOf = (snapshot: Snapshot): SnapshotPieces => ({
  schema: snapshot.schema,
  records: [...snapshot.records.values()].reduce((sum, list) => sum + list.length, 0),
  page(phase, _from, sink) {
    pourPhase(snapshot, phase, sink);
    return null;
  },
});

/** Reads all pages into a snapshot in memory. */
export function readSnapshotPieces(pieces: SnapshotPieces): Snapshot {
  const sink = gatherSnapshot();
  sink.begin(pieces.schema);
  for (const phase of phases) eachPage(pieces, phase, sink);
  return sink.snapshot();
}

/** Reads only the settings, by key. */
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

/** A sink that collects the snapshot in memory. `snapshot` throws if nothing has arrived. */
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

/** A sink that ignores everything; spread it and override the parts you need. */
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
