import { fileURLToPath } from 'node:url';
import { calls } from '../contender.ts';
import type { RealWorld } from './adapter.ts';

/**
 * realworld-hono-drizzle (ISC, github.com/illright/realworld-hono-drizzle) from npm: Hono and
 * Drizzle on SQLite by libSQL. It passes the public RealWorld collection. It runs on the Hono that
 * it was written with: with later ones its own check of the token throws.
 */
export const honoDrizzle: RealWorld = {
  name: 'realworld-hono-drizzle',
  database: 'sqlite',
  scheme: 'Token',
  // Its command loads a CommonJS build that cannot create articles; the module is how its own guide
  // says to run it inside another server.
  commands: ({ folder }) => ({ serve: [process.execPath, fileURLToPath(new URL('./hono-drizzle.mjs', import.meta.url)), folder] }),
  environment: ({ port, database }) => ({ PORT: String(port), DATABASE_URL: database }),
  fill: (articles, people) => `
    BEGIN;
    WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${people})
      INSERT INTO users (username, email, passwordHash) SELECT 'u' || n, 'u' || n || '@example.com', 'none' FROM numbers;
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${articles})
      INSERT INTO articles (slug, title, description, body, createdAt, authorId) SELECT 'slug-' || n, 'Title ' || n, 'About', 'Body', datetime('now', '-' || n || ' minutes'),
        (SELECT id FROM users WHERE username = 'u' || (n % ${people} + 1)) FROM numbers;
    INSERT INTO tags VALUES ('b'), ('a');
    INSERT INTO article_tag SELECT slug, tag FROM articles, tags;
    COMMIT;
    ANALYZE;`,
  said: {
    // It takes a tag once only.
    create: { ...calls.create, body: (calls.create.body ?? '').replace('["b","a"]', '["b [<id>]","a [<id>]"]') },
  },
};
