/// <reference lib="webworker" />

/*
 * Caches a built product's files, so that it works offline. `ninefold build` prepends the list of
 * files to this code. One cache per release: a page gets all of its files from the same release.
 */

interface Release {
  /** A hash of all files. */
  readonly version: string;
  /** Paths relative to this file. */
  readonly files: readonly string[];
}

const worker = self as unknown as ServiceWorkerGlobalScope & { readonly release: Release };
const { release } = worker;
const prefix = `ninefold ${worker.registration.scope} `;
const current = prefix + release.version;

/** Pages opened before a release still request files of the previous one. */
const releasesKept = 2;

worker.addEventListener('install', (event) => {
  event.waitUntil(keepAll());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => worker.clients.claim()));
});

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});

/** All or nothing: an incomplete release would fail offline. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(current);
  await Promise.all(
    release.files.map(async (path) => {
      const answer = await fetch(path, { cache: 'no-cache' });
      if (!answer.ok) throw new Error(`${path} cannot be kept: the server answers ${answer.status}`);
      await cache.put(path, answer);
    }),
  );
}

async function forgetOld(): Promise<void> {
  const own = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  // In order of creation.
  for (const name of own.slice(0, Math.max(0, own.length - (releasesKept - 1)))) await caches.delete(name);
}

/** Every location of the product is the same page; other files come from the server. */
async function page(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(new URL(worker.registration.scope).pathname.length);
  if (/\.[a-z\d]+$/iu.test(path) && path !== 'index.html') return fetch(request);
  const cache = await caches.open(current);
  return (await cache.match('index.html')) ?? fetch(request);
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(current);
  const kept = (await cache.match(request)) ?? (await keptBefore(request));
  return kept ?? fetch(request);
}

async function keptBefore(request: Request): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix) || name === current) continue;
    const found = await (await caches.open(name)).match(request);
    if (found) return found;
  }
  return undefined;
}
