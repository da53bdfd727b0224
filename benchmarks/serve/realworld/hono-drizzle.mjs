// @ts-nocheck: only the benchmark runs it, and the packages are not installed beside it.
// `node hono-drizzle.mjs FOLDER`: realworld-hono-drizzle of the folder's node_modules, with its
// tables, at PORT over DATABASE_URL.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const load = (path) => import(pathToFileURL(join(process.argv[2], 'node_modules', path)).href);
const { serve } = await load('@hono/node-server/dist/index.mjs');
const { default: app, applyMigrations } = await load('realworld-hono-drizzle/dist/index.js');
const { DATABASE_URL, PORT } = process.env;
await applyMigrations(DATABASE_URL);
serve({
  fetch: (request, bindings) => app.fetch(request, { ...bindings, DATABASE_URL, JWT_SECRET: 'a secret of the benchmark' }),
  port: Number(PORT),
  hostname: '127.0.0.1',
});
