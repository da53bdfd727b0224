import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ModelIndex } from '../../engine/document/model-index.ts';
import { readPlanLines } from '../../engine/world/read-plan.ts';
import { readModel } from '../../model/read.ts';
import { callReadPlan } from './answer-call.ts';

const index = new ModelIndex(readModel(readFileSync(new URL('../../../testing/documents/conduit.md', import.meta.url), 'utf8')));
const session = 'the session, and the account of the person who acts';
const inFavorites = 'whether its favoritedBy has the person who acts';

test.each([
  ['GET', '/api/user', [session]],
  [
    'GET',
    '/api/articles/feed',
    [session, 'a page of Article where me in self.author.followers with its computed fields and its author, and how many there are'],
  ],
  ['GET', '/api/articles/:slug', [session, 'the Article where a.slug == slug with its computed fields and its author']],
  ['POST', '/api/articles', [session, 'the computed fields of the person who acts']],
  [
    'POST',
    '/api/articles/:slug/favorite',
    [session, `the Article where a.slug == slug with its computed fields and its author and ${inFavorites}`],
  ],
  // Reading the comments requires the article.
  ['GET', '/api/articles/:slug/comments', [session, 'the Article where a.slug == slug with its author']],
] as const)('%s %s first reads what its expressions need', (method, path, lines) => {
  const call = index.model.calls.find((one) => one.method === method && one.path === path);
  if (call === undefined) throw new Error('there is no such call');
  expect(readPlanLines(callReadPlan(index, call))).toEqual(lines);
});
