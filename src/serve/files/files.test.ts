import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noPages, ownPage } from '../../../testing/browser/own-page.ts';
import { productInMemory } from '../../../testing/product.ts';
import { openS3 } from '../../../testing/s3-server.ts';
import { tokenHash } from '../../engine/account/hasher.ts';
import { fileDeletion, filesElsewhere, filesOf, uploadsWait } from '../../engine/change/files.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { ProductEngine } from '../engine/product-engine.ts';
import { type AppParts, createApp } from '../http/app.ts';
import type { LogEntry } from '../http/log-entry.ts';
import { deleteHandler } from './delete-handler.ts';
import { type FileStore, FileStoreError } from './file-store.ts';
import { s3Files } from './s3.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

let server: Awaited<ReturnType<typeof openS3>>;
let files: FileStore;
beforeAll(async () => {
  server = await openS3();
  files = s3Files(server.settings);
});
afterAll(() => server.close());

function served(settings: AppParts['settings'] = {}, fileStore: FileStore | null = files) {
  const { product, clock, id, as } = productInMemory(helpdesk);
  const problems: unknown[] = [];
  const app = createApp({
    engine: new ProductEngine(product, (error) => problems.push(error)),
    platform: clock,
    log: (entry: LogEntry) => {
      if (entry.level === 'error') problems.push(entry);
    },
    settings: { requestsPerMinute: 0, ...settings },
    site: noPages,
    fileStore,
  });
  for (const name of ['Ana', 'Carl', 'Bo'])
    product.store.saveSession({ tokenHash: tokenHash(name), account: id(name), began: 0, expires: clock.now() + 1e12 });
  const headers = (name: string | null) => ({ ...ownPage, ...(name === null ? {} : { authorization: `Bearer ${name}` }) });
  const put = async (name: string | null, body: RequestInit['body'], more: RequestInit & { duplex?: 'half' } = {}) =>
    app.request('http://127.0.0.1/~/file/a.png', {
      method: 'PUT',
      body: body ?? null,
      ...more,
      headers: { ...headers(name), ...more.headers },
    });
  const preview = async (name: string | null, file: string, body: Uint8Array<ArrayBuffer>) =>
    app.request(`http://127.0.0.1/~/file/${file}/preview`, { method: 'PUT', body, headers: headers(name) });
  const get = async (name: string | null, file: string) => app.request(`http://127.0.0.1/~/file/${file}`, { headers: headers(name) });
  return { app, product, clock, id, as, put, preview, get, problems };
}

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
const known = async (answer: Response): Promise<string> => ((await answer.json()) as { id: string }).id;

describe('an S3-compatible store', () => {
  test('stores a file, returns it as a stream, and deletes it', async () => {
    await files.put('one', Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]), bytes.length);
    const found = await files.get('one');
    expect(found?.size).toBe(bytes.length);
    expect(await buffer(found?.bytes ?? Readable.from([]))).toEqual(Buffer.from(bytes));
    await files.delete('one');
    expect(await files.get('one')).toBeNull();
    await files.delete('one');
    expect(await files.problem()).toBeNull();
  });

  test('names the problem: wrong key, wrong bucket, no server', async () => {
    expect(await s3Files({ ...server.settings, accessKeyId: 'OTHER' }).problem()).toContain('InvalidAccessKeyId');
    expect(await s3Files({ ...server.settings, bucket: 'others' }).problem()).toContain('NoSuchBucket');
    expect(await s3Files({ ...server.settings, endpoint: 'http://127.0.0.1:9' }).problem()).toContain('ECONNREFUSED');
    async function* endsEarly(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, 10);
      throw new Error('the browser went away');
    }
    await expect(files.put('short', Readable.from(endsEarly()), bytes.length)).rejects.toThrow(FileStoreError);
  });
});

describe('a product with a file store', () => {
  test('serves files to the same people as from the database', async () => {
    const { put, get, product, problems } = served();
    const id = await known(await put('Ana', bytes, { headers: { 'content-length': String(bytes.length) } }));
    expect(product.store.file(id)).toBeNull();
    expect(Buffer.from(await (await get('Ana', id)).arrayBuffer())).toEqual(Buffer.from(bytes));
    for (const name of ['Carl', null]) expect([name, (await get(name, id)).status]).toEqual([name, 404]);
    expect((await put(null, bytes)).status).toBe(403);
    expect(filesElsewhere(filesOf(product.store))).toEqual({ count: 1, bytes: bytes.length });
    expect(problems).toEqual([]);
  });

  test('keeps older files in the database, and serves both', async () => {
    const { product, put, get } = served({}, null);
    const inside = await known(await put('Ana', bytes));
    expect(product.store.file(inside)).toHaveLength(bytes.length);
    expect((await get('Ana', inside)).status).toBe(200);
    expect(filesElsewhere(filesOf(product.store)).count).toBe(0);
  });

  test('answers 503 if the store is unreachable or the server was started without it', async () => {
    const there = served();
    const id = await known(await there.put('Ana', bytes));
    const engine = new ProductEngine(there.product, () => undefined);
    const parts = { engine, platform: there.clock, log: () => undefined, settings: { requestsPerMinute: 0 }, site: noPages };
    for (const fileStore of [null, s3Files({ ...server.settings, endpoint: 'http://127.0.0.1:9' })]) {
      const app = createApp({ ...parts, fileStore });
      const headers = { ...ownPage, authorization: 'Bearer Ana' };
      expect((await app.request(`http://127.0.0.1/~/file/${id}`, { headers })).status).toBe(503);
    }
    const app = createApp({ ...parts, fileStore: s3Files({ ...server.settings, endpoint: 'http://127.0.0.1:9' }) });
    const headers = { ...ownPage, authorization: 'Bearer Ana' };
    expect((await app.request('http://127.0.0.1/~/file/b.png', { method: 'PUT', body: 'abc', headers })).status).toBe(503);
    expect(filesElsewhere(filesOf(there.product.store)).count).toBe(1);
  });

  test('deletes files after a day if no record uses them', async () => {
    const { product, clock, put } = served();
    const id = await known(await put('Ana', bytes));
    expect(await files.get(id)).not.toBeNull();
    clock.advance(uploadsWait + 1);
    await put('Ana', 'abc');
    const [job] = product.store.jobs.list(['waiting'], [fileDeletion], 9);
    expect(job).toBeDefined();
    const handler = deleteHandler(files);
    const attempt = () => (job === undefined ? null : handler.attempt(job, new AbortController().signal, async (body) => body(product)));
    expect(await attempt()).toEqual({ status: 'done' });
    expect(await files.get(id)).toBeNull();
    expect(await attempt()).toEqual({ status: 'done' });
  });
});

describe.each(['database', 'file store'])('space in the %s', (place) => {
  const parts = () => (place === 'database' ? null : files);

  test('is limited per person and in total, and freed when unused uploads are deleted', async () => {
    const { put, clock, product } = served({ fileSpace: { person: 1000, all: 1500 } }, parts());
    const sized = (size: number) => new Uint8Array(size);
    expect((await put('Ana', sized(900))).status).toBe(200);
    const refused = await put('Ana', sized(101));
    expect([refused.status, await refused.json()]).toMatchObject([
      507,
      { title: 'STORAGE_FULL', detail: 'Your space for files is used up.' },
    ]);
    expect((await put('Ana', sized(100))).status).toBe(200);
    const all = await put('Bo', sized(501));
    expect([all.status, await all.json()]).toMatchObject([507, { detail: 'The space for files is used up.' }]);
    expect((await put('Bo', sized(500))).status).toBe(200);
    clock.advance(uploadsWait + 1);
    expect((await put('Ana', sized(1000))).status).toBe(200);
    expect(product.store.jobs.list(['waiting'], [fileDeletion], 9)).toHaveLength(place === 'database' ? 0 : 3);
  });

  test('includes files that are older than the count', async () => {
    const { put, product } = served({ fileSpace: { person: 1000, all: 0 } }, parts());
    await put('Ana', new Uint8Array(900));
    product.store.setMeta('files', null);
    expect((await put('Ana', new Uint8Array(200))).status).toBe(507);
    expect((await put('Bo', new Uint8Array(200))).status).toBe(200);
  });
});

describe.each(['database', 'file store'])('previews in the %s', (place) => {
  const parts = () => (place === 'database' ? null : files);
  const jpeg = (size = 1000) => Uint8Array.from({ length: size }, (_, index) => [0xff, 0xd8, 0xff][index] ?? index % 251);

  test('come from the uploader, and are served to the people who may have the file', async () => {
    const { put, preview, get, problems } = served({}, parts());
    const id = await known(await put('Ana', bytes));
    for (const name of ['Carl', null]) expect([name, (await preview(name, id, jpeg())).status]).toEqual([name, 403]);
    expect((await get('Ana', `${id}/preview`)).status).toBe(204);
    expect((await preview('Ana', id, jpeg())).status).toBe(200);
    const found = await get('Ana', `${id}/preview`);
    expect(Object.fromEntries(found.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    });
    expect(new Uint8Array(await found.arrayBuffer())).toEqual(jpeg());
    expect(Buffer.from(await (await get('Ana', id)).arrayBuffer())).toEqual(Buffer.from(bytes));
    // Other people cannot find out whether there is a preview, and its key is no file id.
    for (const name of ['Carl', null]) expect([name, (await get(name, `${id}/preview`)).status]).toEqual([name, 204]);
    expect((await get('Ana', `${id}~preview`)).status).toBe(404);
    expect((await preview('Ana', id, jpeg(2000))).status).toBe(403);
    expect((await preview('Ana', 'none', jpeg())).status).toBe(403);
    expect(problems).toEqual([]);
  });

  test('are JPEGs of at most 64 kB', async () => {
    const { put, preview, get } = served({}, parts());
    const id = await known(await put('Ana', bytes));
    const page = new TextEncoder().encode('<script>alert(1)</script>');
    expect((await preview('Ana', id, page)).status).toBe(415);
    expect((await preview('Ana', id, jpeg(64 * 1024 + 1))).status).toBe(413);
    expect((await get('Ana', `${id}/preview`)).status).toBe(204);
    expect((await preview('Ana', id, jpeg(64 * 1024))).status).toBe(200);
  });

  test('cannot change once a record uses the file', async () => {
    const { put, preview, as, product } = served({}, parts());
    const photo = await known(await put('Ana', bytes, { headers: { 'content-type': 'image/png' } }));
    const host = new SessionHost(product, { remembers: false, person: as('Ana') });
    const values = { subject: 'Boiler', photo };
    const made = await host.run({ kind: 'create', part: null, entity: 'Ticket', values });
    expect(made).toMatchObject({ ok: true });
    expect((await preview('Ana', photo, jpeg())).status).toBe(403);
  });

  test('use space, and are deleted with their file', async () => {
    const { put, preview, clock, product } = served({ fileSpace: { person: 2500, all: 0 } }, parts());
    const id = await known(await put('Ana', new Uint8Array(1000)));
    expect((await preview('Ana', id, jpeg(1501))).status).toBe(507);
    expect((await preview('Ana', id, jpeg(1400))).status).toBe(200);
    expect((await put('Ana', new Uint8Array(101))).status).toBe(507);
    // Also after the sums are recalculated.
    product.store.setMeta('files', null);
    expect((await put('Ana', new Uint8Array(101))).status).toBe(507);
    expect(filesElsewhere(filesOf(product.store)).bytes).toBe(place === 'database' ? 0 : 2400);
    clock.advance(uploadsWait + 1);
    expect((await put('Ana', new Uint8Array(2500))).status).toBe(200);
    const deleted = product.store.jobs
      .list(['waiting'], [fileDeletion], 9)
      .map(({ payload }) => (JSON.parse(payload) as { file: string }).file);
    expect(deleted.sort()).toEqual(place === 'database' ? [] : [id, `${id}~preview`]);
    expect([id, `${id}~preview`].map((key) => product.store.file(key))).toEqual([null, null]);
  });
});

describe('previews in the file store', () => {
  const jpeg = (size: number) => Uint8Array.from({ length: size }, (_, index) => [0xff, 0xd8, 0xff][index] ?? index % 251);

  test('of two concurrent previews one wins, and the store contains its bytes', async () => {
    const stored = new Map<string, number>();
    let arrived: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (arrived = resolve));
    let go: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => (go = resolve));
    const slow: FileStore = {
      ...files,
      async put(id, _, size) {
        if (id.endsWith('~preview')) {
          arrived();
          await waits;
        }
        stored.set(id, size);
      },
    };
    const { put, preview, product } = served({}, slow);
    const id = await known(await put('Ana', bytes));
    const one = preview('Ana', id, jpeg(1000));
    await first;
    const other = await preview('Ana', id, jpeg(2000));
    go();
    expect([(await one).status, other.status]).toEqual([200, 403]);
    expect(stored.get(`${id}~preview`)).toBe(1000);
    expect(filesElsewhere(filesOf(product.store)).bytes).toBe(bytes.length + 1000);
  });

  test('are optional: if the store fails, the file exists without a preview', async () => {
    const failing: FileStore = {
      ...files,
      async put(id, ...more) {
        if (id.endsWith('~preview')) throw new FileStoreError('the file store answered 500');
        await files.put(id, ...more);
      },
    };
    const { put, preview, get } = served({}, failing);
    const id = await known(await put('Ana', bytes));
    // Earlier tests have used the same ids.
    await files.delete(`${id}~preview`);
    expect((await preview('Ana', id, jpeg(1000))).status).toBe(503);
    expect((await get('Ana', id)).status).toBe(200);
    expect((await get('Ana', `${id}/preview`)).status).toBe(204);
  });
});
