import { type BlockFile, blockSize, createBlockFile, type Written } from './sqlite/block-file.ts';

/*
 * A file that the browser stores in IndexedDB, block by block, for pages without a file system:
 * opened from disk, in some private windows, or without TLS. One `keep` is one IndexedDB
 * transaction, so killing the page leaves the file either in its old or its new state.
 */

/** Blocks to read at once. */
const slice = 1024;

const blocksStore = 'blocks';
const aboutStore = 'about';
const aboutKey = 'file';

interface About {
  /** The last tab that opened the file; only this owner may write it. */
  readonly owner: string;
  readonly size: number;
  readonly blockSize: number;
}

export interface IndexedFile {
  readonly file: BlockFile;
  /**
   * Writes the changed blocks. Rejects if the browser refuses, or if another owner has opened the
   * file meanwhile.
   */
  keep(written: Written): Promise<void>;
  close(): void;
}

/**
 * Opens the file and claims it for `owner`, a unique name. Rejects if the browser has no IndexedDB
 * for the page.
 */
export async function openIndexedFile(name: string, owner: string): Promise<IndexedFile> {
  const database = await openDatabase(name);
  try {
    const claim = database.transaction([aboutStore, blocksStore], 'readwrite', { durability: 'strict' });
    const about = claim.objectStore(aboutStore);
    const found = (await answer(about.get(aboutKey))) as About | undefined;
    if (found !== undefined && found.blockSize !== blockSize)
      throw new Error(`the data is kept in blocks of ${found.blockSize} bytes, and this release reads ${blockSize}`);
    const size = found?.size ?? 0;
    const blocks = await readBlocks(claim.objectStore(blocksStore), Math.ceil(size / blockSize));
    // Claimed last: an owner that cannot read the file must not take it from the previous one.
    about.put({ owner, size, blockSize } satisfies About, aboutKey);
    await done(claim);
    return {
      file: createBlockFile(size, blocks),
      keep: (written) => keep(database, owner, written),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function readBlocks(store: IDBObjectStore, count: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  for (let first = 0; first < count; first += slice) {
    const end = Math.min(first + slice, count);
    const read = (await answer(store.getAll(IDBKeyRange.bound(first, end, false, true)))) as Uint8Array<ArrayBuffer>[];
    if (read.length !== end - first) throw new Error(`of the ${count} blocks of the data, some between ${first} and ${end} are missing`);
    blocks.push(...read);
  }
  return blocks;
}

async function keep(database: IDBDatabase, owner: string, { size, blocks }: Written): Promise<void> {
  const transaction = database.transaction([aboutStore, blocksStore], 'readwrite', { durability: 'strict' });
  const about = transaction.objectStore(aboutStore);
  const found = (await answer(about.get(aboutKey))) as About | undefined;
  if (found?.owner !== owner) {
    transaction.abort();
    throw new Error('another tab has opened this product’s data since; reload this page to continue');
  }
  const store = transaction.objectStore(blocksStore);
  for (const [index, block] of blocks) store.put(block, index);
  if (size < found.size) store.delete(IDBKeyRange.lowerBound(Math.ceil(size / blockSize)));
  about.put({ owner, size, blockSize } satisfies About, aboutKey);
  await done(transaction);
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(blocksStore);
    request.result.createObjectStore(aboutStore);
  };
  return answer(request);
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB does not answer'));
  });

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up what was to be written'));
  });
