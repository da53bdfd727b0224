import { calls } from '../contender.ts';
import type { RealWorld } from './adapter.ts';

/**
 * github.com/lifeiscontent/fastify-realworld (ISC): Fastify and Kysely on Postgres. Seen at
 * 0952f090ebfe63a7d96367202b7fde542b4eceb2, built with `tsc`.
 */
export const realWorld: RealWorld = {
  name: 'fastify-realworld',
  database: 'postgres',
  port: 3000,
  scheme: 'Bearer',
  commands: () => ({ prepare: [['npm', 'run', 'migrate']], serve: [process.execPath, 'lib/src/index.js'] }),
  // It logs every request where NODE_ENV is “production”; the others log errors.
  environment: ({ database }) => ({ DATABASE_URL: database, JWT_SECRET: 'a secret of the benchmark', NODE_ENV: 'benchmark' }),
  fill: (articles, people) => `
    INSERT INTO users (username, email, encrypted_password) SELECT 'u' || n, 'u' || n || '@example.com', 'none' FROM generate_series(2, ${people}) n;
    INSERT INTO articles (slug, title, description, body, created_at, author_id) SELECT 'slug-' || n, 'Title ' || n, 'About', 'Body', now() - n * interval '1 minute',
      (SELECT id FROM users WHERE username = 'u' || (n % ${people} + 1)) FROM generate_series(1, ${articles}) n;
    INSERT INTO tags (name) VALUES ('b'), ('a');
    INSERT INTO article_tags (article_id, tag_id) SELECT articles.id, tags.id FROM articles, tags;
    ANALYZE;`,
  // It refuses a body of JSON that is empty.
  said: { favorite: { ...calls.favorite, body: '{}' } },
};
