// @ts-nocheck: written as in a hurry; only the benchmark runs it.
// A hand-written baseline for just these four calls: Hono and postgres.js, hand-written queries,
// the same checks that specs/conduit.md requires.
// `node hand-written.mjs ADDRESS` makes its own tables and prints where it listens.
import { randomBytes, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';

const sql = postgres(process.argv[2] ?? '', { max: 4, onnotice: () => undefined });
await sql.unsafe(`
  CREATE SCHEMA IF NOT EXISTS baseline;
  CREATE TABLE baseline.users (id uuid PRIMARY KEY, username text UNIQUE NOT NULL, email text UNIQUE NOT NULL, bio text, image text);
  CREATE TABLE baseline.sessions (token text PRIMARY KEY, account uuid NOT NULL REFERENCES baseline.users, expires timestamptz NOT NULL);
  CREATE TABLE baseline.articles (id uuid PRIMARY KEY, slug text UNIQUE NOT NULL, title text NOT NULL, description text NOT NULL, body text NOT NULL, tags text[] NOT NULL,
    author uuid NOT NULL REFERENCES baseline.users ON DELETE CASCADE, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
  CREATE INDEX ON baseline.articles (created_at DESC);
  CREATE TABLE baseline.favorites (article uuid REFERENCES baseline.articles ON DELETE CASCADE, member uuid REFERENCES baseline.users ON DELETE CASCADE, PRIMARY KEY (article, member));
  CREATE TABLE baseline.follows (followed uuid REFERENCES baseline.users ON DELETE CASCADE, follower uuid REFERENCES baseline.users ON DELETE CASCADE, PRIMARY KEY (followed, follower));
`);

const app = new Hono();
const personOf = async (context) => {
  const token = /^Token (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1];
  if (token === undefined) return null;
  const [found] = await sql`SELECT account FROM baseline.sessions WHERE token = ${token} AND expires > now()`;
  return found?.account ?? null;
};
const shown = (me) => sql`
  a.slug, a.title, a.description, a.body, a.tags, a.created_at, a.updated_at, u.username, u.bio, u.image,
  EXISTS (SELECT 1 FROM baseline.favorites f WHERE f.article = a.id AND f.member = ${me}) AS favorited,
  (SELECT count(*)::int FROM baseline.favorites f WHERE f.article = a.id) AS favorites,
  EXISTS (SELECT 1 FROM baseline.follows f WHERE f.followed = u.id AND f.follower = ${me}) AS following
  FROM baseline.articles a JOIN baseline.users u ON u.id = a.author`;
const view = (row, whole) => ({
  slug: row.slug,
  title: row.title,
  description: row.description,
  ...(whole ? { body: row.body } : {}),
  tagList: [...row.tags].sort(),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  favorited: row.favorited,
  favoritesCount: row.favorites,
  author: { username: row.username, bio: row.bio, image: row.image, following: row.following },
});
const refuse = (context, status, field, message) => context.json({ errors: { [field]: [message] } }, status);

app.get('/api/articles', async (context) => {
  const me = await personOf(context);
  const limit = Number(context.req.query('limit') ?? 20);
  const offset = Number(context.req.query('offset') ?? 0);
  if (!Number.isInteger(limit) || limit < 0 || !Number.isInteger(offset) || offset < 0)
    return refuse(context, 422, 'limit', 'must be a whole number');
  const [rows, [total]] = await Promise.all([
    sql`SELECT ${shown(me)} ORDER BY a.created_at DESC LIMIT ${limit} OFFSET ${offset}`,
    sql`SELECT count(*)::int AS n FROM baseline.articles`,
  ]);
  return context.json({ articles: rows.map((row) => view(row, false)), articlesCount: total.n });
});
app.get('/api/articles/:slug', async (context) => {
  const me = await personOf(context);
  const [row] = await sql`SELECT ${shown(me)} WHERE a.slug = ${context.req.param('slug')}`;
  return row === undefined ? refuse(context, 404, 'body', 'not found') : context.json({ article: view(row, true) });
});
app.post('/api/articles', async (context) => {
  const me = await personOf(context);
  if (me === null) return refuse(context, 401, 'body', 'is missing');
  const { article } = await context.req.json();
  for (const field of ['title', 'description', 'body']) {
    if (typeof article?.[field] !== 'string' || article[field].trim() === '') return refuse(context, 422, field, "can't be blank");
  }
  const slug = `${article.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${randomBytes(4).toString('hex')}`;
  const [row] = await sql.begin(async (sql) => {
    await sql`INSERT INTO baseline.articles VALUES (${randomUUID()}, ${slug}, ${article.title}, ${article.description}, ${article.body}, ${article.tagList ?? []}, ${me}, now(), now())`;
    return sql`SELECT ${shown(me)} WHERE a.slug = ${slug}`;
  });
  return context.json({ article: view(row, true) }, 201);
});
app.post('/api/articles/:slug/favorite', async (context) => {
  const me = await personOf(context);
  if (me === null) return refuse(context, 401, 'body', 'is missing');
  const slug = context.req.param('slug');
  const [row] = await sql.begin(async (sql) => {
    await sql`INSERT INTO baseline.favorites SELECT a.id, ${me} FROM baseline.articles a WHERE a.slug = ${slug} ON CONFLICT DO NOTHING`;
    return sql`SELECT ${shown(me)} WHERE a.slug = ${slug}`;
  });
  return row === undefined ? refuse(context, 404, 'body', 'not found') : context.json({ article: view(row, true) });
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.error(`listening at http://127.0.0.1:${port}`));
