import { type FileValue, isFile, type Value } from '../../expression/values/value.ts';
import { presentName, readRenamings, renamingsKey } from '../../store/migration/former-names.ts';
import type { Change, Store } from '../../store/store.ts';
import { readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';

/** What the store knows about a file that was put into it. */
interface KeptFile {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  /**
   * The account that uploaded it, null: a visitor. Absent: the product made the file with a record.
   */
  readonly by?: string | null;
}

interface Holder {
  /** As the entity was called then. */
  readonly entity: string;
  readonly id: string;
}

const fileKey = (id: string): string => `file:${id}`;
const holdersKey = (id: string): string => `file:${id}:in`;
/** Since when, in milliseconds since the epoch, an upload waits for a record to take it. */
const waiting = 'upload:';

/**
 * Age in milliseconds at which an unused upload is removed: until then its form may still be open.
 */
export const uploadsWait = 24 * 60 * 60 * 1000;
/** At most this many are removed at once, so that the next upload does not wait for all of them. */
const mostAtOnce = 100;

type Settings = Pick<Store, 'meta' | 'setMeta'>;

/**
 * Stores an upload until a record uses it, and removes old unused uploads. Inside a transaction.
 */
export function keepUpload(store: Store, id: string, bytes: Uint8Array, file: Omit<KeptFile, 'size'>, now: number): void {
  const waited = [...store.metaUnder(waiting)].filter(([, since]) => Number(since) < now - uploadsWait).slice(0, mostAtOnce);
  for (const [old] of waited) {
    store.setMeta(waiting + old, null);
    store.setMeta(fileKey(old), null);
    store.deleteFile(old);
  }
  store.putFile(id, bytes);
  noteFile(store, id, { ...file, size: bytes.length });
  store.setMeta(waiting + id, String(now));
}

export function noteFile(store: Settings, id: string, { name, mediaType, size, by }: KeptFile): void {
  store.setMeta(fileKey(id), JSON.stringify({ name, mediaType, size, ...(by === undefined ? {} : { by }) }));
}

export function knownFile({ store }: { readonly store: Settings }, id: string): FileValue | null {
  const kept = keptFile(store, id);
  return kept === null ? null : { isFile: true, id, name: kept.name, mediaType: kept.mediaType, size: kept.size };
}

function keptFile(store: Settings, id: string): KeptFile | null {
  // Databases refuse such a text, even in a query.
  if (/[\0\p{Surrogate}]/u.test(id)) return null;
  const kept = store.meta(fileKey(id));
  return kept === null ? null : (JSON.parse(kept) as KeptFile);
}

/** Which record a file was put into: who may read that may have it. */
export function noteHolders(store: Settings, change: Change): void {
  if (change.kind !== 'insert' && change.kind !== 'update') return;
  const [values, id] = change.kind === 'insert' ? [change.record, change.record.id] : [change.values, change.id];
  for (const file of Object.values(values).flatMap(filesIn)) {
    const known = holdersOf(store, file);
    if (known.some((holder) => holder.entity === change.entity && holder.id === id)) continue;
    store.setMeta(holdersKey(file), JSON.stringify([...known, { entity: change.entity, id }]));
    // From now on it stays, even after the record drops it: the trail and undo refer to it.
    store.setMeta(waiting + file, null);
  }
}

function holdersOf(store: Settings, id: string): readonly Holder[] {
  const kept = store.meta(holdersKey(id));
  return kept === null ? [] : (JSON.parse(kept) as Holder[]);
}

function filesIn(value: Value): readonly string[] {
  if (isFile(value)) return [value.id];
  return Array.isArray(value) ? (value as readonly Value[]).flatMap(filesIn) : [];
}

/**
 * Whether the person may read the file: it is in a readable field of a readable record, or, while
 * unused, they uploaded it.
 */
export function mayHaveFile(world: World, id: string): boolean {
  const { store, index, access } = world;
  const kept = keptFile(store, id);
  if (kept === null) return false;
  const renamings = readRenamings(store.meta(renamingsKey));
  let held = false;
  for (const holder of holdersOf(store, id)) {
    const entity = presentName(renamings, holder.entity);
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
