import type { Platform } from '../../base/platform.ts';
import { type FileValue, isFile, type Value } from '../../expression/values/value.ts';
import { currentName, readRenamings, renamingsKey } from '../../store/migration/former-names.ts';
import type { Change, Snapshot, Store } from '../../store/store.ts';
import { readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';

/** What the store records about a file. */
interface KeptFile {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  /**
   * The account that uploaded it; null: a visitor. Absent: the product created it with a record.
   */
  readonly by?: string | null;
  /** Its bytes are in a file store outside the database. */
  readonly elsewhere?: true;
  /** The size of its preview in bytes: a small JPEG made by the uploader's browser. */
  readonly preview?: number;
}

/** Maximum size of files, in bytes; 0: unlimited. */
export interface FileSpace {
  /** Per uploading account; all visitors together count as one. */
  readonly person: number;
  readonly all: number;
}

/** An upload to record. `bytes` null: they are already stored elsewhere. */
export interface Upload extends Pick<KeptFile, 'name' | 'mediaType' | 'size'> {
  readonly id: string;
  readonly bytes: Uint8Array | null;
  readonly by: string | null;
}

interface Holder {
  /** The name that the entity had then. */
  readonly entity: string;
  readonly id: string;
}

const fileKey = (id: string): string => `file:${id}`;
const holdersKey = (id: string): string => `file:${id}:in`;
/**
 * Prefix of settings with the time since which an upload waits for a record, in milliseconds since
 * the epoch.
 */
const waiting = 'upload:';

/**
 * The age in milliseconds at which an unused upload is deleted; until then its form may still be
 * open.
 */
export const uploadsWait = 24 * 60 * 60 * 1000;
/**
 * Maximum number of old uploads deleted together, so the next upload is not delayed by all of them.
 */
const mostAtOnce = 100;

type Settings = Pick<Store, 'meta' | 'setMeta' | 'metaUnder'>;

/** The kind of job that deletes the bytes of a file elsewhere. */
export const fileDeletion = 'delete-file';

export interface FileDeletion {
  readonly file: string;
}

/** The key for the bytes of a file's preview. */
export const previewId = (id: string): string => `${id}~preview`;
export const isPreviewId = (key: string): boolean => key.endsWith('~preview');
export const mostPreviewBytes = 64 * 1024;

export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/**
 * Whether a preview of the file may be uploaded now: only once, only by the person who uploaded the
 * file, only before a record uses it, and only to the file's own storage. `bytes` as for
 * `keepPreview`.
 */
export function mayPutPreview({ store, person }: Pick<World, 'store' | 'person'>, id: string, bytes: Uint8Array | null): boolean {
  const kept = keptFile(store, id);
  if (kept === null || kept.by !== person.account || kept.preview !== undefined || store.meta(waiting + id) === null) return false;
  return (bytes === null) === (kept.elsewhere === true);
}

/**
 * Stores the preview of an upload. `bytes` null: they are stored elsewhere, like the file's. Call
 * it inside a transaction.
 */
export function keepPreview(store: Store, id: string, size: number, bytes: Uint8Array | null): void {
  const kept = keptFile(store, id);
  if (kept === null) throw new Error('a preview of no file');
  if (bytes !== null) store.putFile(previewId(id), bytes);
  noteFile(store, id, { ...kept, preview: size });
}

export const hasPreview = (store: Settings, id: string): boolean => keptFile(store, id)?.preview !== undefined;

/** Stores an upload until a record uses it. Call it inside a transaction. */
export function keepUpload({ store, platform }: Keeping, { id, bytes, by, name, mediaType, size }: Upload): void {
  if (bytes !== null) store.putFile(id, bytes);
  noteFile(store, id, { name, mediaType, size, by, ...(bytes === null ? { elsewhere: true } : {}) });
  store.setMeta(waiting + id, String(platform.now()));
}

/** Deletes old uploads that no record uses. Call it inside a transaction. */
export function forgetOldUploads({ store, newId, platform }: Keeping): void {
  const now = platform.now();
  const waited = [...store.metaUnder(waiting)].filter(([, since]) => Number(since) < now - uploadsWait).slice(0, mostAtOnce);
  for (const [old] of waited) {
    const kept = keptFile(store, old);
    if (kept !== null) count(store, kept, -1);
    store.setMeta(waiting + old, null);
    store.setMeta(fileKey(old), null);
    for (const file of kept?.preview === undefined ? [old] : [old, previewId(old)]) {
      const payload: FileDeletion = { file };
      if (kept?.elsewhere)
        store.jobs.add({ id: newId(), kind: fileDeletion, payload: JSON.stringify(payload), createdAt: now, dueAt: now });
      else store.deleteFile(file);
    }
  }
}

interface Keeping {
  readonly store: Store;
  readonly platform: Pick<Platform, 'now'>;
  newId(): string;
}

export function noteFile(store: Settings, id: string, { name, mediaType, size, by, elsewhere, preview }: KeptFile): void {
  const before = keptFile(store, id);
  if (before !== null) count(store, before, -1);
  const kept: KeptFile = {
    name,
    mediaType,
    size,
    ...(by === undefined ? {} : { by }),
    ...(elsewhere ? { elsewhere } : {}),
    ...(preview === undefined ? {} : { preview }),
  };
  count(store, kept, 1);
  store.setMeta(fileKey(id), JSON.stringify(kept));
}

/** Settings with the bytes of all files, and of those that an account uploaded. */
const allBytes = 'files';
const bytesOf = (account: string | null): string => `files:by:${account ?? ''}`;

const sizeOf = ({ size, preview = 0 }: KeptFile): number => size + preview;

function count(store: Settings, kept: KeptFile, sign: 1 | -1): void {
  const { by } = kept;
  for (const key of [allBytes, ...(by === undefined ? [] : [bytesOf(by)])]) {
    store.setMeta(key, String(Math.max(0, bytesUnder(store, key) + sign * sizeOf(kept))));
  }
}

/** The stored count; for data from before the counts existed, counts all files once. */
function bytesUnder(store: Settings, key: string): number {
  if (store.meta(allBytes) === null) {
    const sums = new Map([[allBytes, 0]]);
    for (const [id, text] of store.metaUnder(fileKey(''))) {
      if (id.includes(':')) continue;
      const kept = JSON.parse(text) as KeptFile;
      const { by } = kept;
      for (const one of [allBytes, ...(by === undefined ? [] : [bytesOf(by)])]) sums.set(one, (sums.get(one) ?? 0) + sizeOf(kept));
    }
    for (const [one, sum] of sums) store.setMeta(one, String(sum));
  }
  return Number(store.meta(key) ?? 0);
}

/**
 * Whether an upload of `size` bytes would exceed the space of the account (`person`) or of all
 * files (`all`); null: it fits. Call it inside a transaction.
 */
export function spaceFull(store: Settings, account: string | null, size: number, space: FileSpace): keyof FileSpace | null {
  if (space.person > 0 && bytesUnder(store, bytesOf(account)) + size > space.person) return 'person';
  return space.all > 0 && bytesUnder(store, allBytes) + size > space.all ? 'all' : null;
}

/** Whether the file's bytes are in a file store outside the database. */
export const isInFileStore = (store: Settings, id: string): boolean => keptFile(store, id)?.elsewhere === true;

/** The records of all files, by id, for `filesElsewhere`. */
export const filesOf = (store: Pick<Store, 'metaUnder'>): ReadonlyMap<string, string> => store.metaUnder(fileKey(''));

/** Like `filesOf`, for a snapshot. */
export const filesOfSnapshot = ({ settings }: Pick<Snapshot, 'settings'>): ReadonlyMap<string, string> =>
  new Map([...settings].flatMap(([key, text]) => (key.startsWith(fileKey('')) ? [[key.slice(fileKey('').length), text]] : [])));

/** The number of files outside the database, and their bytes. */
export function filesElsewhere(files: ReadonlyMap<string, string>): { readonly count: number; readonly bytes: number } {
  const kept = [...files].flatMap(([id, text]) => (id.includes(':') ? [] : [JSON.parse(text) as KeptFile]));
  const elsewhere = kept.filter((file) => file.elsewhere === true);
  return { count: elsewhere.length, bytes: elsewhere.reduce((sum, kept) => sum + sizeOf(kept), 0) };
}

export function knownFile({ store }: { readonly store: Settings }, id: string): FileValue | null {
  const kept = keptFile(store, id);
  return kept === null ? null : { isFile: true, id, name: kept.name, mediaType: kept.mediaType, size: kept.size };
}

function keptFile(store: Settings, id: string): KeptFile | null {
  // Databases refuse a text with NUL or lone surrogates, even in a query.
  if (/[\0\p{Surrogate}]/u.test(id)) return null;
  const kept = store.meta(fileKey(id));
  return kept === null ? null : (JSON.parse(kept) as KeptFile);
}

/** Records which record a file was put into: people who may read that field may read the file. */
export function noteHolders(store: Settings, change: Change): void {
  if (change.kind !== 'insert' && change.kind !== 'update') return;
  const [values, id] = change.kind === 'insert' ? [change.record, change.record.id] : [change.values, change.id];
  for (const file of filesIn(Object.values(values))) {
    const known = holdersOf(store, file);
    if (known.some((holder) => holder.entity === change.entity && holder.id === id)) continue;
    store.setMeta(holdersKey(file), JSON.stringify([...known, { entity: change.entity, id }]));
    // From now on the file stays, even after the record drops it: the trail and undo refer to it.
    store.setMeta(waiting + file, null);
  }
}

function holdersOf(store: Settings, id: string): readonly Holder[] {
  const kept = store.meta(holdersKey(id));
  return kept === null ? [] : (JSON.parse(kept) as Holder[]);
}

function filesIn(value: Value, found: string[] = []): readonly string[] {
  if (Array.isArray(value)) for (const item of value as readonly Value[]) filesIn(item, found);
  else if (isFile(value)) found.push(value.id);
  return found;
}

/**
 * Whether the person may read the file: it is in a readable field of a readable record, or no
 * record uses it and they uploaded it.
 */
export function mayHaveFile(world: World, id: string): boolean {
  const { store, index, access } = world;
  const kept = keptFile(store, id);
  if (kept === null) return false;
  const renamings = readRenamings(store.meta(renamingsKey));
  let held = false;
  for (const holder of holdersOf(store, id)) {
    const entity = currentName(renamings, holder.entity);
    const record = entity === null || index.entity(entity) === null ? null : world.record(entity, holder.id);
    for (const field of record === null ? [] : (index.entity(record.entity)?.fields ?? [])) {
      const name = field.name.text;
      if (record === null || !filesIn(readOrNull(record, name)).includes(id)) continue;
      held = true;
      if (access.mayRead(record) && access.seesField(record, name)) return true;
    }
  }
  return !held && kept.by !== undefined && kept.by === world.person.account;
}
